import { randomBytes } from 'node:crypto';
import { redirect } from '@remix-run/node';
import { z } from 'zod';
import { settings } from '@/app/config/env.server';
import { AppError } from '@/app/domain/errors';
import type { SignedInUser } from '@/app/services/account/find-session-user.server';
import { beginLink } from '@/app/services/calendar/link/begin-link.server';
import { calendarCookie } from '../headers/cookies.server';
import { sessionKeyOf } from '../session/session.server';

const MAX_CODE_LENGTH = 1_024;

const randomText = () => randomBytes(32).toString('base64url');

/** In the signed cookie, from the start at Celeste to the return from Google. */
const consentSchema = z.object({
  state: z.string(),
  codeVerifier: z.string(),
  /** Of the session in which it began. */
  sessionKey: z.string(),
});

/**
 * Sends the browser to Google's page of consent, which sends it back to `readConsent`.
 * @throws AppError 'calendar.not-configured', 'account.owner-only' for an impersonating administrator
 */
export async function askConsent(request: Request, user: SignedInUser): Promise<Response> {
  if (user.impersonator) throw new AppError('account.owner-only');
  const state = randomText();
  const codeVerifier = randomText();
  const page = beginLink({ state, codeVerifier, email: user.email });
  // The OAuth callback has one hostname, so the cookie must be set under that hostname.
  if (settings.isLocal && new URL(request.url).hostname !== new URL(settings.publicUrl).hostname)
    return redirect(`${settings.publicUrl}/calendar`);
  const cookie = await calendarCookie.serialize({
    state,
    codeVerifier,
    sessionKey: await sessionKeyOf(request),
  });
  return redirect(page, { headers: { 'Set-Cookie': cookie } });
}

/** Removes what `askConsent` left in the browser. */
export const consentIsOver = (): Promise<string> => calendarCookie.serialize('', { maxAge: 0 });

/**
 * What Google's page sent back.
 * @throws AppError 'calendar.consent-refused' when the user declined; 'calendar.link-failed' when this session did not
 *   ask, or too long ago
 */
export async function readConsent(request: Request): Promise<{ code: string; codeVerifier: string }> {
  const { searchParams } = new URL(request.url);
  const asked = consentSchema.safeParse(await calendarCookie.parse(request.headers.get('Cookie')));
  const isOurs =
    asked.success &&
    asked.data.state === searchParams.get('state') &&
    asked.data.sessionKey === (await sessionKeyOf(request));
  if (!isOurs) throw new AppError('calendar.link-failed');
  if (searchParams.has('error')) throw new AppError('calendar.consent-refused');
  const code = searchParams.get('code') ?? '';
  if (code === '' || code.length > MAX_CODE_LENGTH) throw new AppError('calendar.link-failed');
  return { code, codeVerifier: asked.data.codeVerifier };
}
