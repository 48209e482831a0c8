import { createHmac, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { settings } from './env.server';

/** The secret that signs cookies and hashes codes: the setting, or in local mode one made once and kept. */
export const sessionSecret = settings.sessionSecret ?? keptSecret();

function keptSecret(): string {
  const file = path.join(settings.dataDir, 'session-secret');
  try {
    return readFileSync(file, 'utf8');
  } catch {
    mkdirSync(settings.dataDir, { recursive: true });
  }
  // Linking fails when another process was first, so that all of them read the same secret.
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

/** A keyed hash in hex, for secrets short enough to be guessed from a plain one. */
export function keyedHash(purpose: string, value: string): string {
  return createHmac('sha256', sessionSecret).update(`${purpose}\0${value}`).digest('hex');
}
