import { chmodSync, readdirSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import { isMainThread } from 'node:worker_threads';

const OTHERS_MASK = 0o077;
/** A world-writable folder with the sticky bit, such as /tmp. */
const STICKY_BIT = 0o1000;
const FOLDERS = ['log', 'mail', 'speech', 'storage', 'test-checkout', 'tmp'];
/** Folders whose files contain login codes and e-mail addresses. */
const SENSITIVE_FOLDERS = ['log', 'mail'];

/**
 * Sets the umask and removes other users' access to DATA_DIR: its folders become 0700; the database, the
 * secret, mails and logs 0600. Files below closed folders keep their modes, since nobody else reaches them.
 * No-op on Windows, which has no such modes.
 */
export function restrictPermissions(dataDir: string): void {
  if (process.platform === 'win32' || !isMainThread) return;
  process.umask(OTHERS_MASK);
  const folder = statOf(dataDir);
  if (!folder?.isDirectory() || folder.mode & STICKY_BIT) return;
  removeOthersAccess(dataDir, folder);
  for (const name of readdirSync(dataDir)) {
    const entry = path.join(dataDir, name);
    const state = statOf(entry);
    if (
      !state ||
      !(state.isDirectory() ? FOLDERS.includes(name) : /^(celeste\.sqlite|session-secret)/.test(name))
    )
      continue;
    const wasOpen = removeOthersAccess(entry, state);
    if (wasOpen && SENSITIVE_FOLDERS.includes(name)) removeOthersAccessIn(entry);
  }
}

function removeOthersAccessIn(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    const state = statOf(file);
    if (state?.isFile()) removeOthersAccess(file, state);
  }
}

/** @returns whether other users had access */
function removeOthersAccess(entry: string, { mode }: Stats): boolean {
  if (!(mode & OTHERS_MASK)) return false;
  try {
    chmodSync(entry, mode & 0o700);
  } catch (error) {
    // A mounted volume may belong to another user, or not support modes.
    process.stderr.write(`${entry} is open to other users of this machine (${(error as Error).message})\n`);
  }
  return true;
}

function statOf(entry: string): Stats | undefined {
  return statSync(entry, { throwIfNoEntry: false });
}
