import { keyedHash } from '@/app/config/secret.server';

export interface Browser {
  /** Random secret from a signed cookie, unique to this browser. */
  secret: string;
  address: string;
  /** Known-device token (see rememberDevice); null when no account knows this browser. */
  device: string | null;
  userAgent: string;
}

/**
 * The session token that `proof` opens in one browser. Derived, so that a duplicate post finds the session of
 * the first and no token is stored; another browser or address derives one that matches no session.
 */
export const sessionTokenFor = (proof: string, { secret, address }: Browser): string =>
  keyedHash('session-token', [proof, secret, address].join('\0'));
