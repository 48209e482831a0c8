import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A real file system of a few megabytes, which disappears with the process that opened it. */
export interface SmallDisk {
  /** Path in this process. */
  folder: string;
  /** Path in a process started through `enter`. */
  folderInside: string;
  /** Command prefix that starts a process in the disk's mount namespace. */
  enter: string[];
  /** Fills the disk up to this many free bytes. */
  fill(leftBytes?: number): Promise<void>;
  /** Frees the space again. */
  empty(): Promise<void>;
  freeBytes(): Promise<number>;
  remove(): Promise<void>;
}

/** The /dev/shm of a container is small enough to be filled; that of a whole machine is not. */
const MOST_SHARED_BYTES = 256 * 1024 ** 2;
const SHARED = '/dev/shm';
const PIECE = Buffer.alloc(64 * 1024, 1);

/**
 * Opens a disk of `megabytes`: a tmpfs in its own mount namespace, which needs no privileges where
 * unprivileged user namespaces are enabled, or else the small /dev/shm of a container.
 * @returns null if neither is available, for a test to skip; with CI=true that is an error
 */
export async function openSmallDisk(megabytes: number): Promise<SmallDisk | null> {
  return (
    (await mounted(megabytes, ['--map-root-user'])) ?? (await mounted(megabytes, [])) ?? (await shared())
  );
}

async function mounted(megabytes: number, options: string[]): Promise<SmallDisk | null> {
  const folder = await mkdtemp(path.join(tmpdir(), 'celeste-disk-'));
  const script = `mount -t tmpfs -o size=${megabytes}m tmpfs ${folder} && echo mounted && exec cat`;
  const holder = spawn('unshare', [...options, '--mount', 'sh', '-c', script], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const isMounted = await Promise.race([
    once(holder.stdout!, 'data').then(() => true),
    // Rejects if `unshare` is not installed.
    once(holder, 'exit').then(
      () => false,
      () => false,
    ),
  ]);
  if (!isMounted) {
    await rm(folder, { recursive: true });
    return null;
  }
  const user = options.length > 0 ? ['--user', '--preserve-credentials'] : [];
  return {
    ...disk(`/proc/${holder.pid}/root${folder}`),
    folderInside: folder,
    enter: ['nsenter', `--target=${holder.pid}`, ...user, '--mount', `--wd=${process.cwd()}`, '--'],
    async remove() {
      await end(holder);
      await rm(folder, { recursive: true });
    },
  };
}

/** The mount namespace ends with this process. */
async function end(holder: ChildProcess): Promise<void> {
  const gone = once(holder, 'exit');
  holder.stdin!.end();
  await gone;
}

async function shared(): Promise<SmallDisk | null> {
  const found = await statfs(SHARED).catch(() => null);
  if (!found || found.blocks * found.bsize > MOST_SHARED_BYTES) return null;
  const folder = await mkdtemp(path.join(SHARED, 'celeste-disk-'));
  return {
    ...disk(folder),
    folderInside: folder,
    enter: [],
    remove: () => rm(folder, { recursive: true }),
  };
}

function disk(folder: string) {
  const ballast = path.join(folder, 'ballast');
  const freeBytes = async () => {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  };
  return {
    folder,
    freeBytes,
    async fill(leftBytes = 0) {
      const file = await open(ballast, 'a');
      try {
        for (;;) {
          const room = (await freeBytes()) - leftBytes;
          if (room <= 0) return;
          await file.write(PIECE.subarray(0, Math.min(room, PIECE.length)));
        }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        await file.close();
      }
    },
    empty: () => rm(ballast, { force: true }),
  };
}
