import { createHash } from 'node:crypto';
import { keyedHash } from '@/app/config/secret.server';

/** A keyed hash of the form's idempotency key: repeating the POST yields the same, never stored, token. */
export const createShareToken = (userId: number, submissionId: string): string =>
  Buffer.from(keyedHash('share', `${userId}:${submissionId}`), 'hex').toString('base64url');

/** A plain hash suffices for 256 random bits, and survives a rotation of the server secret. */
export const hashShareToken = (token: string): string => createHash('sha256').update(token).digest('hex');
