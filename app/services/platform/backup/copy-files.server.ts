import { settings } from '@/app/config/env.server';
import { AppError } from '@/app/domain/errors';
import { storage } from '@/app/integrations/storage/index.server';
import type { Archive } from '@/app/integrations/storage/port';
import { objectOf } from './backup-catalogue.server';

/** Files whose sizes are asked for at once, and of those the ones that are copied at once. */
const BATCH = 32;
const PARALLEL_COPIES = 4;

export interface CopiedFile {
  key: string;
  /** Null when the file does not exist. */
  bytes: number | null;
}

/** What a backup has written. */
export interface Written {
  files: number;
  /** As stored, with everything that is added to the content. */
  bytes: number;
}

/**
 * Sees to it that each file is in the archive, and writes those that are not.
 * @throws AppError 'backup.no-room'; the signal's reason
 */
export async function* copyFiles(
  archive: Archive,
  keys: AsyncIterable<string>,
  { written, signal }: { written: Written; signal: AbortSignal },
): AsyncGenerator<CopiedFile> {
  for await (const batch of inBatches(keys, BATCH)) {
    signal.throwIfAborted();
    const found = await Promise.all(
      batch.map(async (key) => {
        const bytes = await storage.size(key);
        const isCopied = bytes !== null && (await archive.size(objectOf(archive, key, bytes))) === bytes;
        return { key, bytes, isCopied };
      }),
    );
    for (const { key, bytes, isCopied } of found) if (bytes === null || isCopied) yield { key, bytes };
    const missing = found.flatMap(({ key, bytes, isCopied }) =>
      bytes === null || isCopied ? [] : { key, bytes },
    );
    for (let index = 0; index < missing.length; index += PARALLEL_COPIES) {
      const some = missing.slice(index, index + PARALLEL_COPIES);
      yield* await Promise.all(some.map((file) => copy(archive, file, { written, signal })));
    }
  }
}

async function copy(
  archive: Archive,
  { key, bytes }: { key: string; bytes: number },
  { written, signal }: { written: Written; signal: AbortSignal },
): Promise<CopiedFile> {
  await assertRoomFor(archive, bytes);
  const name = objectOf(archive, key, bytes);
  try {
    const put = await archive.put(name, untilAborted(storage.read(key), signal));
    written.files += 1;
    written.bytes += put.bytes;
  } catch (error) {
    // Its owner may have deleted it meanwhile.
    if (signal.aborted || (await storage.size(key)) !== null) throw error;
    return { key, bytes: null };
  }
  if ((await archive.size(name)) !== bytes) throw new Error(`the file ${key} changed while it was read`);
  return { key, bytes };
}

async function assertRoomFor(archive: Archive, bytes: number): Promise<void> {
  const free = await archive.freeBytes();
  if (free === null || free - bytes >= settings.minFreeBytes) return;
  const megabytes = (count: number) => Math.ceil(count / 1024 ** 2);
  throw new AppError('backup.no-room', {
    needed: megabytes(bytes + settings.minFreeBytes),
    free: megabytes(free),
  });
}

async function* untilAborted(source: AsyncIterable<Buffer>, signal: AbortSignal): AsyncGenerator<Buffer> {
  for await (const bytes of source) {
    signal.throwIfAborted();
    yield bytes;
  }
}

async function* inBatches<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
