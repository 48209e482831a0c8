import { type FileHandle, open } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const READ_BYTES = 64 * 1024;
/** A browser writes once a second. */
const LOOK_AGAIN_MS = 200;

/**
 * Writes a file into a child's stdin as the file grows, and closes stdin after the last byte once `ended` is settled; or
 * sooner, when the child has closed its end or `over` is aborted. The file may be missing at first. Never rejects: the
 * child's exit tells more.
 */
export async function feedGrowing(
  inputPath: string,
  stdin: Writable,
  { ended, over }: { ended: Promise<unknown>; over: AbortSignal },
): Promise<void> {
  try {
    await pipeline(readGrowing(inputPath, ended, over), stdin, { signal: over });
  } catch {
    stdin.destroy();
  }
}

async function* readGrowing(
  inputPath: string,
  ended: Promise<unknown>,
  over: AbortSignal,
): AsyncGenerator<Buffer, void, undefined> {
  const end = new AbortController();
  const finish = () => end.abort();
  ended.then(finish, finish);
  over.addEventListener('abort', finish, { once: true });
  let file: FileHandle | null = null;
  let at = 0;
  try {
    for (;;) {
      // Asked before the read, which therefore sees every byte that was written before the end.
      const isLast = end.signal.aborted;
      file ??= await openIfThere(inputPath);
      const bytes = file && (await readAt(file, at));
      if (bytes && bytes.length > 0) {
        at += bytes.length;
        yield bytes;
      } else if (isLast) return;
      else await sleep(LOOK_AGAIN_MS, undefined, { signal: end.signal }).catch(() => {});
    }
  } finally {
    over.removeEventListener('abort', finish);
    await file?.close();
  }
}

async function openIfThere(inputPath: string): Promise<FileHandle | null> {
  try {
    return await open(inputPath);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function readAt(file: FileHandle, at: number): Promise<Buffer> {
  const bytes = Buffer.alloc(READ_BYTES);
  const { bytesRead } = await file.read(bytes, 0, READ_BYTES, at);
  return bytes.subarray(0, bytesRead);
}
