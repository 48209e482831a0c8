import type { SignedInUser } from '@/app/services/account/find-session-user.server';
import { requireUser } from './session.server';

/**
 * Requires a signed-in administrator who is not impersonating a user.
 * @throws Response 404 for any other user; redirect to the login page without a session
 */
export async function requireAdmin(request: Request): Promise<SignedInUser> {
  const user = await requireUser(request);
  if (!isAdministrator(user) || user.impersonator) throw new Response(null, { status: 404 });
  return user;
}

/** Whether the user is an administrator, impersonating or not. */
export function isAdministrator(user: SignedInUser | null): boolean {
  return user !== null && (user.role === 'admin' || user.impersonator !== null);
}
