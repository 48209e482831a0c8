import { createHash } from 'node:crypto';

/** A strong ETag of a value that survives JSON. */
export function versionOf(value: unknown): string {
  return `"${createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22)}"`;
}
