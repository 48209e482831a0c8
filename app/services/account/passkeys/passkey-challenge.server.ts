import { randomBytes, timingSafeEqual } from 'node:crypto';
import { keyedHash } from '@/app/config/secret.server';
import { PASSKEY_CHALLENGE_LIFETIME_MS } from '@/app/domain/account/passkey';

const FORM = /^[\da-f]{32}[\da-f]{12}[\da-f]{64}$/;
const NONCE = 32;
const BODY = NONCE + 12;

/**
 * A WebAuthn challenge for one holder: random, with the time when it expires and a keyed hash of both, so
 * that no row is stored for each visit of the login page. base64url, as browsers send it back.
 * @param holder what the challenge is bound to: purpose, browser, session
 */
export function issuePasskeyChallenge(holder: string): string {
  const expiry = (Date.now() + PASSKEY_CHALLENGE_LIFETIME_MS).toString(16).padStart(12, '0');
  const body = randomBytes(NONCE / 2).toString('hex') + expiry;
  return Buffer.from(body + signatureOf(holder, body), 'hex').toString('base64url');
}

/** Whether the challenge was issued for this holder and is still open; its single use is the caller's. */
export function isPasskeyChallengeOf(holder: string, challenge: string): boolean {
  const plain = Buffer.from(challenge, 'base64url').toString('hex');
  if (!FORM.test(plain)) return false;
  const body = plain.slice(0, BODY);
  const isOwn = timingSafeEqual(
    Buffer.from(plain.slice(BODY), 'hex'),
    Buffer.from(signatureOf(holder, body), 'hex'),
  );
  return isOwn && Number.parseInt(body.slice(NONCE), 16) > Date.now();
}

const signatureOf = (holder: string, body: string) => keyedHash('passkey-challenge', `${body}:${holder}`);
