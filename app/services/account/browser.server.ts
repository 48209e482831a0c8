import { keyedHash } from '@/app/config/secret.server';

/** The browser that sent a form. */
export interface Browser {
  /** Random secret from a signed cookie, unique to this browser. */
  secret: string;
  /** IP address. */
  address: string;
  /** Known-device token (see rememberDevice); null when no account knows this browser. */
  device: string | null;
  userAgent: string;
}

/**
 * Derives the session token that a proof opens in one browser. It is deterministic, so a duplicate post finds
 * the session opened by the first one and no token needs to be stored. Another browser or another IP address
 * derives a token that matches no session.
 * @param proof identifies the proof, which opens at most one session
 */
export const sessionTokenFor = (proof: string, { secret, address }: Browser): string =>
  keyedHash('session-token', [proof, secret, address].join('\0'));
