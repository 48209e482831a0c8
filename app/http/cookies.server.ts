import { createCookie } from '@remix-run/node';
import { settings } from '@/app/config/env.server';
import { sessionSecret } from '@/app/config/secret.server';
import { IDENTITY_WAIT_MS } from '@/app/domain/account/identity';
import { DEVICE_LIFETIME_MS } from '@/app/domain/account/known-device';
import { CODE_LIFETIME_MS } from '@/app/domain/account/login-code';
import { SESSION_LIFETIME_MS } from '@/app/domain/account/session';

const secure = settings.publicUrl.startsWith('https://');

/** Signed, out of reach of scripts, sent by our own pages only; over https bound to this very host. */
function ownCookie(name: string, maxAgeMs: number) {
  return createCookie(secure ? `__Host-${name}` : name, {
    httpOnly: true,
    sameSite: 'lax',
    secure,
    path: '/',
    secrets: [sessionSecret],
    maxAge: maxAgeMs / 1000,
  });
}

/** The session token. */
export const sessionCookie = ownCookie('session', SESSION_LIFETIME_MS);
/** The challenges a code is asked for: a PendingChallenge. */
export const challengeCookie = ownCookie('challenge', 3 * CODE_LIFETIME_MS);
/** A secret that tells a browser from others from the login page until it is signed in. */
export const browserCookie = ownCookie('browser', 24 * 3_600_000);
/** What tells an account that it was signed in in this browser before; it opens nothing and outlives a session. */
export const deviceCookie = ownCookie('device', DEVICE_LIFETIME_MS);
/** What a browser takes along to a company that says who somebody is, and brings back. */
export const identityCookie = ownCookie('identity', IDENTITY_WAIT_MS);
/** A message for the next page: a Toast. */
export const toastCookie = ownCookie('toast', 60_000);
/** A link that was just made, for the page that shows it once: `{publicId, link}`. */
export const linkCookie = ownCookie('link', 60_000);
/** The copy of recordings that a browser's owner chose to hear: a CopyQuality. */
export const audioCookie = ownCookie('audio', 365 * 24 * 3_600_000);
/** The chosen language of the interface. */
export const languageCookie = ownCookie('lang', 365 * 24 * 3_600_000);
