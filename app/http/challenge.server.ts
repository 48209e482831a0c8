import { redirect } from '@remix-run/node';
import type { ChallengeScope } from '@/app/services/account/challenge-scope';
import { deviceTokenFor } from '@/app/services/account/known-device.server';
import { type ChallengeView, readChallenge } from '@/app/services/account/read-challenge.server';
import { readLanguage } from '@/app/services/account/read-language.server';
import type { Entry } from '@/app/services/account/start-session.server';
import { forgetWayIn, namedBrowser } from './browser.server';
import { challengeCookie, deviceCookie, languageCookie } from './cookies.server';
import { ownPath } from './own-path';
import { keepSession } from './session.server';
import { redirectWithToast } from './toast.server';

/** Number of login challenges before the newest one that the cookie keeps. */
const EARLIER = 4;

/** The login challenge pending in this browser, and the path to redirect to afterwards. */
export interface PendingChallenge {
  publicId: string;
  /** Earlier challenges whose codes may still be valid; newest first. */
  earlier: string[];
  returnTo: string;
  /** The new e-mail address, applied once the present one is confirmed. */
  newEmail?: string;
}

/** Redirects to the page for the mailed code, and stores the challenge and the return path in the cookie. */
export async function askForCode(
  request: Request,
  publicId: string,
  codePage = '/login/code',
  newEmail?: string,
): Promise<Response> {
  const earlier = await readPending(request);
  const asked = new URL(request.url).searchParams.get('returnTo');
  const returnTo = ownPath(asked ?? earlier?.returnTo);
  return redirectWithToast(codePage, { key: 'toast.codeSent', kind: 'success' }, [
    await challengeCookie.serialize({
      publicId,
      earlier: earlier
        ? challengesOf(earlier)
            .filter((id) => id !== publicId)
            .slice(0, EARLIER)
        : [],
      ...{ returnTo, newEmail },
    } satisfies PendingChallenge),
    ...(await namedBrowser(request)),
  ]);
}

/** The pending login challenge; null without one. */
export async function readPending(request: Request): Promise<PendingChallenge | null> {
  return (await challengeCookie.parse(request.headers.get('Cookie'))) as PendingChallenge | null;
}

/**
 * The pending login challenge.
 * @throws redirect to `firstPage` without one
 */
export async function pendingChallenge(request: Request, firstPage = '/login'): Promise<PendingChallenge> {
  const pending = await readPending(request);
  if (!pending) throw redirect(firstPage);
  return pending;
}

/** Public ids of the challenges that a typed code may belong to, newest first. */
export const challengesOf = ({ publicId, earlier = [] }: PendingChallenge): string[] => [
  publicId,
  ...earlier,
];

/** Finishes a sign-in: sets the session, device and language cookies, and redirects. */
export async function enter(request: Request, { userId, token }: Entry, returnTo: string): Promise<Response> {
  const language = await readLanguage(userId);
  return redirectWithToast(ownPath(returnTo), { key: 'toast.signedIn', kind: 'success' }, [
    await keepSession(request, token),
    await deviceCookie.serialize(deviceTokenFor(token)),
    ...(await forgetWayIn()),
    ...(language ? [await languageCookie.serialize(language)] : []),
  ]);
}

/** A cookie that deletes the login challenge. */
export const forgetChallenge = (): Promise<string> => challengeCookie.serialize('', { maxAge: 0 });

/**
 * The pending login challenge of a signed-in user.
 * @throws redirect to `firstPage` without one
 */
export async function ownChallenge(
  request: Request,
  scope: ChallengeScope,
  firstPage: string,
): Promise<ChallengeView> {
  const { publicId } = await pendingChallenge(request, firstPage);
  const challenge = await readChallenge(publicId, scope);
  if (!challenge) throw redirect(firstPage);
  return challenge;
}
