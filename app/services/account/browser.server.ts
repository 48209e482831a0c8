import { keyedHash } from '@/app/config/secret.server';

/** The browser that a form comes from, as far as it can be told from others. */
export interface Browser {
  /** What no other browser holds, out of a signed cookie. */
  secret: string;
  /** Its network address. */
  address: string;
  /** The token by which accounts know it (see rememberDevice); null when none does. */
  device: string | null;
  userAgent: string;
}

/**
 * The token of the session that a proof opens in a browser. The second of two equal posts at once arrives at the
 * same token and so at the session that the first one opened, without the token being kept anywhere. Another
 * browser or another address arrives at a token that opens nothing.
 * @param proof what names the proof, which opens one session at most
 */
export const sessionTokenFor = (proof: string, { secret, address }: Browser): string =>
  keyedHash('session-token', [proof, secret, address].join('\0'));
