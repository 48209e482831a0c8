import { redirect } from '@remix-run/node';
import { AppError } from '@/app/domain/errors';
import { endSession } from '@/app/services/account/end-session.server';
import { findSessionUser, type SignedInUser } from '@/app/services/account/find-session-user.server';
import { redirectWithToast } from '../forms/toast.server';
import { sessionCookie } from '../headers/cookies.server';
import { withReturnTo } from '../headers/local-path';
import { clearSignInCookies } from './browser.server';

const tokenOf = async (request: Request) =>
  (await sessionCookie.parse(request.headers.get('Cookie'))) as string | null;

const knownUsers = new WeakMap<Request, Promise<SignedInUser | null>>();

/** Read once for all loaders of a page; anew each time for a form, whose action may change it. */
export function currentUser(request: Request): Promise<SignedInUser | null> {
  if (request.method !== 'GET') return readUser(request);
  const user = knownUsers.get(request) ?? readUser(request);
  knownUsers.set(request, user);
  return user;
}

async function readUser(request: Request): Promise<SignedInUser | null> {
  const token = await tokenOf(request);
  return token ? findSessionUser(token) : null;
}

/** @throws redirect to the login page, with the way back, without a session */
export async function requireUser(request: Request): Promise<SignedInUser> {
  const user = await currentUser(request);
  if (user) return user;
  const { pathname, search } = new URL(request.url);
  const isPage = request.method === 'GET';
  const login = withReturnTo('/login', isPage ? pathname + search : '/');
  if (pathname === '/') throw redirect(login);
  const toast = { key: 'toast.sessionMissing', kind: 'warning' } as const;
  throw await redirectWithToast(login, toast, [], isPage ? 302 : 303);
}

/** @throws AppError 'account.owner-only' for an impersonating administrator; redirect as requireUser */
export async function requireOwner(request: Request): Promise<SignedInUser> {
  const user = await requireUser(request);
  if (user.impersonator) throw new AppError('account.owner-only');
  return user;
}

/** @throws redirect to '/' for a signed-in user */
export async function requireGuest(request: Request): Promise<void> {
  if (await currentUser(request)) throw redirect('/');
}

/** Ends the browser's previous session, unless it is this one. Returns the session cookie to set. */
export async function replaceSession(request: Request, token: string): Promise<string> {
  const old = await tokenOf(request);
  if (old && old !== token) await endSession(old);
  return sessionCookie.serialize(token);
}

/** Ends the session. Returns the cookies to set. */
export async function signOut(request: Request): Promise<string[]> {
  const token = await tokenOf(request);
  if (token) await endSession(token);
  return [await sessionCookie.serialize('', { maxAge: 0 }), ...(await clearSignInCookies())];
}
