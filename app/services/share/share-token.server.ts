import { createHash } from 'node:crypto';
import { keyedHash } from '@/app/config/secret.server';

/**
 * The token of a link: 256 bits that only this server can make, from a form's random id, so that the same post
 * twice gives the same link and the token still needs to be kept nowhere.
 */
export const shareToken = (userId: number, submissionId: string): string =>
  Buffer.from(keyedHash('share', `${userId}:${submissionId}`), 'hex').toString('base64url');

/** What is kept of a token. It is too long to be guessed, so a plain hash will do, and outlives another secret. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex');
