import { redirect } from '@remix-run/node';
import { endSession } from '@/app/services/account/end-session.server';
import { findSessionUser, type SignedInUser } from '@/app/services/account/find-session-user.server';
import { startSession } from '@/app/services/account/start-session.server';
import { sessionCookie } from './cookies.server';
import { redirectWithToast } from './toast.server';

const tokenOf = async (request: Request) =>
  (await sessionCookie.parse(request.headers.get('Cookie'))) as string | null;

/** Who is signed in, if anybody. */
export async function currentUser(request: Request): Promise<SignedInUser | null> {
  const token = await tokenOf(request);
  return token ? findSessionUser(token) : null;
}

/** Who is signed in; throws the way to the login page, and back here afterwards, when nobody is. */
export async function requireUser(request: Request): Promise<SignedInUser> {
  const user = await currentUser(request);
  if (user) return user;
  const { pathname, search } = new URL(request.url);
  const back = request.method === 'GET' ? `?${new URLSearchParams({ returnTo: pathname + search })}` : '';
  const login = `/login${back}`;
  if (pathname === '/') throw redirect(login);
  throw await redirectWithToast(login, { key: 'toast.sessionMissing', kind: 'warning' });
}

/** Lets only people in who are not signed in yet. */
export async function requireGuest(request: Request): Promise<void> {
  if (await currentUser(request)) throw redirect('/');
}

/** Signs in with a new session, whatever session the browser had. @returns the cookie to set */
export async function signIn(request: Request, userId: number): Promise<string> {
  const old = await tokenOf(request);
  if (old) await endSession(old);
  const token = await startSession(userId, request.headers.get('User-Agent') ?? '');
  return sessionCookie.serialize(token);
}

/** Signs out. @returns the cookie to set */
export async function signOut(request: Request): Promise<string> {
  const token = await tokenOf(request);
  if (token) await endSession(token);
  return sessionCookie.serialize('', { maxAge: 0 });
}
