import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const PREFIX = 'celeste-assistant-';
/** Longer than any visit. */
const STALE_MS = 2 * 24 * 3_600_000;

/**
 * Makes a folder for a browser's own files; in the folder of a visit the paths would be too long for its sockets.
 * Removes those that were left when both processes of a visit were killed.
 */
export async function makeScratchFolder(parent = tmpdir()): Promise<string> {
  for (const name of await readdir(parent)) {
    const folder = path.join(parent, name);
    if (name.startsWith(PREFIX) && (await isStale(folder))) await removeScratchFolder(folder);
  }
  return mkdtemp(path.join(parent, PREFIX));
}

/** Removes a folder that was made above, and never another one. */
export async function removeScratchFolder(folder: string): Promise<void> {
  if (!path.basename(folder).startsWith(PREFIX)) return;
  await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
}

const isStale = (folder: string) =>
  stat(folder).then(
    ({ mtimeMs }) => Date.now() - mtimeMs > STALE_MS,
    () => false,
  );
