import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { sessionSecret } from './secret.server';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Of the layout below, so that a later one can be told apart. */
const VERSION = 'v1.';

const keys = new Map<string, Buffer>();

function keyOf(purpose: string): Buffer {
  const key = keys.get(purpose) ?? Buffer.from(hkdfSync('sha256', sessionSecret, '', `seal\0${purpose}`, 32));
  keys.set(purpose, key);
  return key;
}

/** The sealed text was changed, belongs to another owner, or the session secret is another one. */
export class Unsealable extends Error {
  override readonly name = 'Unsealable';
}

/**
 * Encrypts a secret for the database: AES-256-GCM under a key that comes from the session secret by HKDF.
 * @param purpose names the key, so that no text opens in the place of another kind
 * @param owner the text opens for this owner alone, although the rows be exchanged
 */
export function sealText(purpose: string, owner: number, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(purpose), iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(String(owner)));
  const sealed = [iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
  return VERSION + Buffer.concat(sealed).toString('base64url');
}

/** @throws Unsealable */
export function openSealedText(purpose: string, owner: number, sealed: string): string {
  const bytes = Buffer.from(sealed.slice(VERSION.length), 'base64url');
  if (!sealed.startsWith(VERSION) || bytes.length < IV_BYTES + TAG_BYTES)
    throw new Unsealable('not sealed here');
  try {
    const iv = bytes.subarray(0, IV_BYTES);
    const decipher = createDecipheriv(CIPHER, keyOf(purpose), iv, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(String(owner)));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    const text = [decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()];
    return Buffer.concat(text).toString('utf8');
  } catch {
    throw new Unsealable('sealed with another key, for another owner, or changed');
  }
}
