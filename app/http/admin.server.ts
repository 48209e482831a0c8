import type { SignedInUser } from '@/app/services/account/find-session-user.server';
import { requireUser } from './session.server';

/**
 * The administrator who is signed in, as themselves. For everybody else there is no such page: throws the 404
 * page, or the way to the login page when nobody is signed in.
 */
export async function requireAdmin(request: Request): Promise<SignedInUser> {
  const user = await requireUser(request);
  if (!isAdministrator(user) || user.actingAdmin) throw new Response(null, { status: 404 });
  return user;
}

/** Whether an administrator sits at this browser, as themselves or as somebody else. */
export function isAdministrator(user: SignedInUser | null): boolean {
  return user !== null && (user.role === 'admin' || user.actingAdmin !== null);
}
