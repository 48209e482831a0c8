import { redirect } from '@remix-run/node';
import type { SignedInUser } from '@/app/services/account/find-session-user.server';
import { requireUser } from './session.server';

/**
 * @throws Response 404 for all but administrators who are themselves; redirect without a session, and to the
 *   passkeys in one that was opened without the passkey that is required
 */
export async function requireAdmin(request: Request): Promise<SignedInUser> {
  const user = await requireUser(request);
  if (user.needsPasskey) throw redirect('/account/passkeys', request.method === 'GET' ? 302 : 303);
  if (!isAdministrator(user) || user.impersonator) throw new Response(null, { status: 404 });
  return user;
}

export function isAdministrator(user: SignedInUser | null): boolean {
  return user !== null && (user.role === 'admin' || user.impersonator !== null);
}
