import { randomBytes } from 'node:crypto';

/** An opaque id for URLs: 128 random bits as 22 URL-safe characters. */
export function newPublicId(): string {
  return randomBytes(16).toString('base64url');
}
