import { redirect } from '@remix-run/node';
import { challengeCookie } from './cookies.server';
import { ownPath } from './own-path';
import { signIn } from './session.server';
import { redirectWithToast } from './toast.server';

/** The challenge this browser is in the middle of, and where to go afterwards. */
export interface PendingChallenge {
  publicId: string;
  returnTo: string;
}

/** Leads to the page that takes the code just mailed, and remembers where the person wanted to go. */
export async function askForCode(request: Request, publicId: string): Promise<Response> {
  const earlier = (await challengeCookie.parse(request.headers.get('Cookie'))) as PendingChallenge | null;
  const asked = new URL(request.url).searchParams.get('returnTo');
  const returnTo = ownPath(asked ?? earlier?.returnTo);
  return redirectWithToast('/login/code', { key: 'toast.codeSent', kind: 'success' }, [
    await challengeCookie.serialize({ publicId, returnTo } satisfies PendingChallenge),
  ]);
}

/** What this browser has to prove; throws the way to the login page when there is nothing. */
export async function pendingChallenge(request: Request): Promise<PendingChallenge> {
  const pending = (await challengeCookie.parse(request.headers.get('Cookie'))) as PendingChallenge | null;
  if (!pending) throw redirect('/login');
  return pending;
}

/** Signs in who proved their address, and leads on. */
export async function enter(request: Request, userId: number, returnTo: string): Promise<Response> {
  return redirectWithToast(ownPath(returnTo), { key: 'toast.signedIn', kind: 'success' }, [
    await signIn(request, userId),
    await challengeCookie.serialize('', { maxAge: 0 }),
  ]);
}
