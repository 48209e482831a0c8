import { randomBytes } from 'node:crypto';

/** An opaque id for addresses: 128 random bits, 22 characters that need no escaping. */
export function newPublicId(): string {
  return randomBytes(16).toString('base64url');
}
