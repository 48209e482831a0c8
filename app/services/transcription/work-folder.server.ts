import { mkdir, mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { settings } from '@/app/config/env.server';

/** A new, empty folder for the files of one job, which removes it; the sweep removes those of dead workers. */
export async function workFolder(purpose: string): Promise<string> {
  const parent = path.join(settings.dataDir, 'tmp');
  await mkdir(parent, { recursive: true });
  return mkdtemp(path.join(parent, `${purpose}-`));
}
