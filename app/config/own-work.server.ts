import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';

/** Of a process on another machine nothing is known but when it last touched its work. */
const LEASE_MS = 5 * 60_000;
const TOUCHED_EVERY_MS = 30_000;
const MARK = /^([\da-f]{12})-(\d+)-(\d+)~/;
/** What a system without /proc does not tell. */
const UNKNOWN = '0';

/** Those who see the same processes under the same numbers: of one machine, since its last start, of one container. */
const machine = createHash('sha256')
  .update([hostname(), read('/proc/sys/kernel/random/boot_id'), pidNamespace()].join('\0'))
  .digest('hex')
  .slice(0, 12);

const mark = `${machine}-${process.pid}-${startOf(process.pid) ?? UNKNOWN}~`;

/** Paths whose times say that their process lives. */
const kept = new Set<string>();
setInterval(() => void touchAll(), TOUCHED_EVERY_MS).unref();

/**
 * A path for unfinished work, whose name says which process does it, so that whatever a killed one leaves is known
 * for what it is, on every machine that shares the folder. It counts as alive for as long as it is there.
 */
export function ownPath(parent: string, name: string): string {
  const own = path.join(parent, mark + name);
  kept.add(own);
  return own;
}

/** A new, empty folder, marked as by `ownPath`. */
export async function makeOwnFolder(parent: string, purpose: string): Promise<string> {
  await mkdir(parent, { recursive: true });
  const own = await mkdtemp(path.join(parent, `${mark}${purpose}-`));
  kept.add(own);
  return own;
}

/**
 * What processes that ended left in a folder: of this machine as soon as they ended, of others some minutes later.
 * @returns what is left, as path and as the name that was given to it
 */
export async function findDeadWork(parent: string): Promise<{ path: string; name: string }[]> {
  const dead: { path: string; name: string }[] = [];
  for (const entry of await readdir(parent).catch(() => [])) {
    const found = path.join(parent, entry);
    const owner = MARK.exec(entry);
    if (owner && (await isDead(owner, found))) dead.push({ path: found, name: entry.slice(owner[0].length) });
  }
  return dead;
}

/** Removes what processes that ended left in a folder. */
export async function removeDeadWork(parent: string): Promise<void> {
  for (const dead of await findDeadWork(parent)) await rm(dead.path, { recursive: true, force: true });
}

async function isDead([, owner, pid, start]: RegExpExecArray, found: string): Promise<boolean> {
  if (owner === machine && start !== UNKNOWN) return startOf(Number(pid)) !== start;
  if (owner === machine && !hasProcess(Number(pid))) return true;
  const isOld = ({ mtimeMs }: { mtimeMs: number }) => Date.now() - mtimeMs > LEASE_MS;
  // Its process may be removing it at this very moment.
  return stat(found).then(isOld, () => false);
}

async function touchAll(): Promise<void> {
  const now = new Date();
  for (const own of kept) await utimes(own, now, now).catch(() => kept.delete(own));
}

/** When a process began, in ticks since the machine did: with its number that is it and no other. Null: it ended. */
function startOf(pid: number): string | null {
  // After the program's name, which may hold anything.
  const [, fields] = /\) (.*)/s.exec(read(`/proc/${pid}/stat`)) ?? [];
  const [state, ...others] = fields?.split(' ') ?? [];
  const hasEnded = !state || state === 'Z' || state === 'X';
  return hasEnded ? null : (others[18] ?? null);
}

function hasProcess(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}
