import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasProcess } from '@/app/config/own-work.server';
import { type Pack, speechDir } from './pack.server';

const RENEW_INTERVAL_MS = 5000;
const STALE_MS = 60_000;
const RETRY_INTERVAL_MS = 500;

/** A claim is stale when its lease is no longer renewed, or when its process on this machine is gone. */
async function isStale(claim: string): Promise<boolean> {
  const [host, pid] = path.basename(claim).split('~');
  if (host === hostname() && !hasProcess(Number(pid))) return true;
  const found = await stat(claim).catch(() => null);
  return !found || Date.now() - found.mtimeMs > STALE_MS;
}

/** Mutual exclusion: of several processes, at most one finds no other claim after creating its own. */
async function tryToClaim(dir: string): Promise<string | null> {
  const name = `${hostname()}~${process.pid}~${randomUUID()}`;
  const claim = path.join(dir, name);
  await writeFile(claim, '');
  for (const other of await readdir(dir)) {
    if (other === name) continue;
    const otherClaim = path.join(dir, other);
    if (!(await isStale(otherClaim))) {
      await rm(claim, { force: true });
      return null;
    }
    await rm(otherClaim, { force: true });
  }
  return claim;
}

/**
 * All processes on one data folder share the lock. Waits for its holder; that of a dead holder is taken over.
 * @throws the signal's reason while waiting, and any error of `work`
 */
export async function withFetchLock<T>(
  pack: Pack,
  dataDir: string,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const dir = path.join(speechDir(dataDir), `${pack.name}.lock`);
  await mkdir(dir, { recursive: true });
  let claim = await tryToClaim(dir);
  while (!claim) {
    await sleep(RETRY_INTERVAL_MS * (0.5 + Math.random()));
    signal.throwIfAborted();
    claim = await tryToClaim(dir);
  }
  const held = claim;
  const renewal = setInterval(() => {
    const now = new Date();
    void utimes(held, now, now).catch(() => undefined);
  }, RENEW_INTERVAL_MS);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    await rm(held, { force: true });
  }
}
