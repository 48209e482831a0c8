import { createCookie } from '@remix-run/node';
import { settings } from '@/app/config/env.server';
import { sessionSecret } from '@/app/config/secret.server';
import { OAUTH_STATE_LIFETIME_MS } from '@/app/domain/account/identity-provider';
import { DEVICE_LIFETIME_MS } from '@/app/domain/account/known-device';
import { CODE_LIFETIME_MS } from '@/app/domain/account/login-code';
import { SESSION_LIFETIME_MS } from '@/app/domain/account/session';

const secure = settings.publicUrl.startsWith('https://');

/** Signed, HttpOnly, SameSite=Lax; over https with the `__Host-` prefix, which binds it to this host. */
function signedCookie(name: string, maxAgeMs: number) {
  return createCookie(secure ? `__Host-${name}` : name, {
    httpOnly: true,
    sameSite: 'lax',
    secure,
    path: '/',
    secrets: [sessionSecret],
    maxAge: maxAgeMs / 1000,
  });
}

export const sessionCookie = signedCookie('session', SESSION_LIFETIME_MS);
/** The login challenges: a PendingChallenge. */
export const challengeCookie = signedCookie('challenge', 3 * CODE_LIFETIME_MS);
/** A secret that identifies a browser from the login page until it is signed in. */
export const browserCookie = signedCookie('browser', 24 * 3_600_000);
/** Marks a browser in which an account signed in before. It grants no access and outlives a session. */
export const deviceCookie = signedCookie('device', DEVICE_LIFETIME_MS);
export const identityCookie = signedCookie('identity', OAUTH_STATE_LIFETIME_MS);
/** Of a calendar that is being linked: a PendingLink. */
export const calendarLinkCookie = signedCookie('calendar', OAUTH_STATE_LIFETIME_MS);
export const toastCookie = signedCookie('toast', 60_000);
/** A new share link, shown once on the next page: `{publicId, link}`. */
export const linkCookie = signedCookie('link', 60_000);
export const audioCookie = signedCookie('audio', 365 * 24 * 3_600_000);
export const languageCookie = signedCookie('lang', 365 * 24 * 3_600_000);
