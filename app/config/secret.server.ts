import { createHmac, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { settings } from './env.server';

/** Signs cookies and keys hashes: SESSION_SECRET, or in local mode one that is generated and stored. */
export const sessionSecret = settings.sessionSecret ?? readOrCreateSecret();

function readOrCreateSecret(): string {
  const file = path.join(settings.dataDir, 'session-secret');
  try {
    return readFileSync(file, 'utf8');
  } catch {
    mkdirSync(settings.dataDir, { recursive: true });
  }
  // Linking fails when another process was first, so that all processes read the same secret.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(file, 'utf8');
}

/** HMAC-SHA-256 in hex, for secrets short enough to be guessed from an unkeyed hash. */
export function keyedHash(purpose: string, value: string): string {
  return createHmac('sha256', sessionSecret).update(`${purpose}\0${value}`).digest('hex');
}
