import { chmodSync, readdirSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import { isMainThread } from 'node:worker_threads';

const OTHERS = 0o077;
/** A folder that belongs to everybody, such as /tmp. */
const STICKY = 0o1000;
/** What is in DATA_DIR beside the database's files. */
const FOLDERS = ['log', 'mail', 'speech', 'storage', 'test-checkout', 'tmp'];
/** Folders whose files hold codes and addresses of people. */
const TELLTALE = ['log', 'mail'];

/**
 * Leaves everything that this process and its children write to its own user, and takes DATA_DIR from others who
 * could read it: its folders become 0700, and the database, the secret, mails and logs 0600. Files below closed
 * folders keep their modes, since nobody else reaches them. Windows, which has no such modes, is left as it is.
 */
export function keepPrivate(dataDir: string): void {
  if (process.platform === 'win32' || !isMainThread) return;
  process.umask(OTHERS);
  const folder = stateOf(dataDir);
  if (!folder?.isDirectory() || folder.mode & STICKY) return;
  narrow(dataDir, folder);
  for (const name of readdirSync(dataDir)) {
    const entry = path.join(dataDir, name);
    const state = stateOf(entry);
    if (
      !state ||
      !(state.isDirectory() ? FOLDERS.includes(name) : /^(celeste\.sqlite|session-secret)/.test(name))
    )
      continue;
    const wasOpen = narrow(entry, state);
    if (wasOpen && TELLTALE.includes(name)) narrowFilesIn(entry);
  }
}

function narrowFilesIn(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    const state = stateOf(file);
    if (state?.isFile()) narrow(file, state);
  }
}

/** @returns whether others could read or write it */
function narrow(entry: string, { mode }: Stats): boolean {
  if (!(mode & OTHERS)) return false;
  try {
    chmodSync(entry, mode & 0o700);
  } catch (error) {
    // A mounted volume may belong to another user, or know no modes.
    process.stderr.write(`${entry} is open to other users of this machine (${(error as Error).message})\n`);
  }
  return true;
}

function stateOf(entry: string): Stats | undefined {
  return statSync(entry, { throwIfNoEntry: false });
}
