import { redirect } from '@remix-run/node';
import { deviceTokenFor } from '@/app/services/account/known-device.server';
import { readLanguage } from '@/app/services/account/profile.server';
import {
  type ChallengeScope,
  type ChallengeView,
  readChallenge,
} from '@/app/services/account/read-challenge.server';
import type { StartedSession } from '@/app/services/account/start-session.server';
import { redirectWithToast } from '../forms/toast.server';
import { challengeCookie, deviceCookie, languageCookie } from '../headers/cookies.server';
import { localPath } from '../headers/local-path';
import { clearSignInCookies, newBrowserCookie } from './browser.server';
import { replaceSession } from './session.server';

/** Number of login challenges before the newest one that the cookie keeps. */
const MAX_EARLIER = 4;

/** The login challenge pending in this browser, and the path to redirect to afterwards. */
export interface PendingChallenge {
  publicId: string;
  /** Earlier challenges whose codes may still be valid; newest first. */
  earlier: string[];
  returnTo: string;
  /** The new e-mail address, applied once the present one is confirmed. */
  newEmail?: string | undefined;
}

/** Redirects to the page for the mailed code, and stores the challenge and the return path in the cookie. */
export async function redirectToCodePage(
  request: Request,
  publicId: string,
  codePage = '/login/code',
  newEmail?: string,
): Promise<Response> {
  const earlier = await readPendingChallenge(request);
  const requested = new URL(request.url).searchParams.get('returnTo');
  const returnTo = localPath(requested ?? earlier?.returnTo);
  return redirectWithToast(codePage, { key: 'toast.codeSent', kind: 'success' }, [
    await challengeCookie.serialize({
      publicId,
      earlier: earlier
        ? challengesOf(earlier)
            .filter((id) => id !== publicId)
            .slice(0, MAX_EARLIER)
        : [],
      returnTo,
      newEmail,
    } satisfies PendingChallenge),
    ...(await newBrowserCookie(request)),
  ]);
}

export async function readPendingChallenge(request: Request): Promise<PendingChallenge | null> {
  return (await challengeCookie.parse(request.headers.get('Cookie'))) as PendingChallenge | null;
}

/** @throws redirect to `firstPage` without a pending challenge */
export async function requirePendingChallenge(
  request: Request,
  firstPage = '/login',
): Promise<PendingChallenge> {
  const pending = await readPendingChallenge(request);
  if (!pending) throw redirect(firstPage);
  return pending;
}

/** Public ids of the challenges that a typed code may belong to, newest first. */
export const challengesOf = ({ publicId, earlier = [] }: PendingChallenge): string[] => [
  publicId,
  ...earlier,
];

export async function finishSignIn(
  request: Request,
  { userId, token }: StartedSession,
  returnTo: string,
): Promise<Response> {
  const language = await readLanguage(userId);
  return redirectWithToast(localPath(returnTo), { key: 'toast.signedIn', kind: 'success' }, [
    await replaceSession(request, token),
    await deviceCookie.serialize(deviceTokenFor(token)),
    ...(await clearSignInCookies()),
    ...(language ? [await languageCookie.serialize(language)] : []),
  ]);
}

export const clearChallengeCookie = (): Promise<string> => challengeCookie.serialize('', { maxAge: 0 });

/** The pending challenge of a signed-in user. @throws redirect to `firstPage` without one */
export async function requireUserChallenge(
  request: Request,
  scope: ChallengeScope,
  firstPage: string,
): Promise<ChallengeView> {
  const { publicId } = await requirePendingChallenge(request, firstPage);
  const challenge = await readChallenge(publicId, scope);
  if (!challenge) throw redirect(firstPage);
  return challenge;
}
