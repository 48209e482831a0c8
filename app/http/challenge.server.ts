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

/** How many mails before the newest one a browser keeps in mind. */
const EARLIER = 4;

/** The challenge this browser is in the middle of, and where to go afterwards. */
export interface PendingChallenge {
  publicId: string;
  /** Those it asked for before, whose codes may be valid still; the newest first. */
  earlier: string[];
  returnTo: string;
  /** The address that an account shall have when its present one is proved. */
  newEmail?: string;
}

/** Leads to the page that takes the code just mailed, and remembers where the person wanted to go. */
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

/** What this browser has to prove; null when there is nothing. */
export async function readPending(request: Request): Promise<PendingChallenge | null> {
  return (await challengeCookie.parse(request.headers.get('Cookie'))) as PendingChallenge | null;
}

/** What this browser has to prove; throws the way to the page where it begins when there is nothing. */
export async function pendingChallenge(request: Request, firstPage = '/login'): Promise<PendingChallenge> {
  const pending = await readPending(request);
  if (!pending) throw redirect(firstPage);
  return pending;
}

/** The challenges that a typed code may be for. */
export const challengesOf = ({ publicId, earlier = [] }: PendingChallenge): string[] => [
  publicId,
  ...earlier,
];

/** Lets a browser in that was signed in, in the language chosen for the account, and leads on. */
export async function enter(request: Request, { userId, token }: Entry, returnTo: string): Promise<Response> {
  const language = await readLanguage(userId);
  return redirectWithToast(ownPath(returnTo), { key: 'toast.signedIn', kind: 'success' }, [
    await keepSession(request, token),
    await deviceCookie.serialize(deviceTokenFor(token)),
    ...(await forgetWayIn()),
    ...(language ? [await languageCookie.serialize(language)] : []),
  ]);
}

/** The cookie to set when nothing is left to prove. */
export const forgetChallenge = (): Promise<string> => challengeCookie.serialize('', { maxAge: 0 });

/** The challenge that a signed-in person is in the middle of; throws the way to the page where it begins. */
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
