import { createHash } from 'node:crypto';
import { keyedHash } from '@/app/config/secret.server';

/**
 * The token of a share link: a 256-bit keyed hash (HMAC) of the form's idempotency key. Repeating the POST
 * yields the same link, although the token itself is never stored.
 */
export const createShareToken = (userId: number, submissionId: string): string =>
  Buffer.from(keyedHash('share', `${userId}:${submissionId}`), 'hex').toString('base64url');

/**
 * The stored form of a token. A plain hash suffices, since 256 random bits cannot be guessed, and it survives
 * a rotation of the server secret.
 */
export const hashShareToken = (token: string): string => createHash('sha256').update(token).digest('hex');
