import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';

/** Lease of work on another machine, which only its last heartbeat (the file's mtime) can tell of. */
const LEASE_MS = 5 * 60_000;
const HEARTBEAT_INTERVAL_MS = 30_000;
const MARK_PATTERN = /^([\da-f]{12})-(\d+)-(\d+)~/;
/** Start time of a process on a system without /proc. */
const UNKNOWN = '0';

const pidNamespace = orEmpty(() => readlinkSync('/proc/self/ns/pid'));

/** Identifies a pid namespace: hostname, boot id and container. */
const machine = createHash('sha256')
  .update([hostname(), read('/proc/sys/kernel/random/boot_id'), pidNamespace].join('\0'))
  .digest('hex')
  .slice(0, 12);

const ownMark = `${machine}-${process.pid}-${startTimeOf(process.pid) ?? UNKNOWN}~`;

/** Paths of this process's unfinished work, touched as a heartbeat. */
const livePaths = new Set<string>();
setInterval(() => void sendHeartbeats(), HEARTBEAT_INTERVAL_MS).unref();

/**
 * A path for unfinished work. Its name tells the process (machine, pid, start time), so that every machine
 * that shares the folder recognizes leftovers; a heartbeat refreshes its mtime while it exists.
 */
export function workPath(parent: string, name: string): string {
  const own = path.join(parent, ownMark + name);
  livePaths.add(own);
  return own;
}

/** Creates an empty folder, marked like `workPath`. */
export async function makeOwnFolder(parent: string, purpose: string): Promise<string> {
  await mkdir(parent, { recursive: true });
  const own = await mkdtemp(path.join(parent, `${ownMark}${purpose}-`));
  livePaths.add(own);
  return own;
}

/** Work of dead processes: of this machine at once, of others after the lease; `name` as for `workPath`. */
export async function findAbandonedWork(parent: string): Promise<{ path: string; name: string }[]> {
  const dead: { path: string; name: string }[] = [];
  for (const entry of await readdir(parent).catch(() => [])) {
    const found = path.join(parent, entry);
    const owner = MARK_PATTERN.exec(entry);
    if (owner && (await isAbandoned(owner, found)))
      dead.push({ path: found, name: entry.slice(owner[0].length) });
  }
  return dead;
}

export async function removeAbandonedWork(parent: string): Promise<void> {
  for (const dead of await findAbandonedWork(parent)) await rm(dead.path, { recursive: true, force: true });
}

async function isAbandoned([, owner, pid, start]: RegExpExecArray, found: string): Promise<boolean> {
  if (owner === machine && start !== UNKNOWN) return startTimeOf(Number(pid)) !== start;
  if (owner === machine && !hasProcess(Number(pid))) return true;
  const isOld = ({ mtimeMs }: { mtimeMs: number }) => Date.now() - mtimeMs > LEASE_MS;
  // Its process may be deleting it concurrently.
  return stat(found).then(isOld, () => false);
}

async function sendHeartbeats(): Promise<void> {
  const now = new Date();
  for (const own of livePaths) await utimes(own, now, now).catch(() => livePaths.delete(own));
}

/** In clock ticks since boot; tells apart processes of one pid, which is reused. Null when it has ended. */
function startTimeOf(pid: number): string | null {
  // Skips the program's name, which may contain anything.
  const [, fields] = /\) (.*)/s.exec(read(`/proc/${pid}/stat`)) ?? [];
  const [state, ...others] = fields?.split(' ') ?? [];
  const hasEnded = !state || state === 'Z' || state === 'X';
  return hasEnded ? null : (others[18] ?? null);
}

export function hasProcess(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function read(file: string): string {
  return orEmpty(() => readFileSync(file, 'utf8'));
}

function orEmpty(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
