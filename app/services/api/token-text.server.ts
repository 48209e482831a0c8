import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Tells a secret scanner, and whoever finds it in a log, what it is. */
const PREFIX = 'cel_';
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 238 bits. */
const SECRET_LENGTH = 40;
const CHECKSUM_LENGTH = 6;

/** A new personal token: prefix, random secret, checksum. */
export function newTokenText(): string {
  const secret = Array.from({ length: SECRET_LENGTH }, () => DIGITS[randomInt(DIGITS.length)]).join('');
  return PREFIX + secret + checksumOf(secret);
}

/** Whether a text can be a personal token at all, without asking the database. */
export function isTokenText(text: string): boolean {
  if (!/^cel_[0-9A-Za-z]{46}$/.test(text)) return false;
  const secret = text.slice(PREFIX.length, -CHECKSUM_LENGTH);
  return text.slice(-CHECKSUM_LENGTH) === checksumOf(secret);
}

/** A plain hash suffices for 238 random bits, and survives a rotation of the server secret. */
export const hashTokenText = (text: string): string => createHash('sha256').update(text).digest('hex');

/** CRC-32 in base 62, as in the tokens of GitHub and npm. */
function checksumOf(secret: string): string {
  let rest = crc32(secret);
  let text = '';
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    text = DIGITS[rest % DIGITS.length] + text;
    rest = Math.floor(rest / DIGITS.length);
  }
  return text;
}
