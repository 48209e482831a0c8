import type { SignedInUser } from '@/app/services/account/find-session-user.server';
import { requireUser } from './session.server';

/** @throws Response 404 for all but administrators who are themselves; redirect without a session */
export async function requireAdmin(request: Request): Promise<SignedInUser> {
  const user = await requireUser(request);
  if (!isAdministrator(user) || user.impersonator) throw new Response(null, { status: 404 });
  return user;
}

export function isAdministrator(user: SignedInUser | null): boolean {
  return user !== null && (user.role === 'admin' || user.impersonator !== null);
}
