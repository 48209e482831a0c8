import { randomUUID } from 'node:crypto';
import { constants, createReadStream, createWriteStream } from 'node:fs';
import { access, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { freeBytesOf } from '@/app/config/free-bytes.server';
import { removeAbandonedWork, workPath } from '@/app/config/own-work.server';
import { byteLimit } from './byte-limit';
import type { ByteRange, ObjectStorage } from './port';
import { createSignedUrl } from './signed-url.server';
import { assertStorageKey } from './storage-key';

/** Folder of uploads in progress; storage keys never contain a dot. */
const UNFINISHED = '.unfinished';

/**
 * An object sent in chunks has the suffix `.partial` until it is complete. An object being put is in a
 * separate folder; its file name tells which process writes it and its expected size.
 */
export function diskStorage(root: string, freeBytesIn = freeBytesOf): ObjectStorage {
  const pathOf = (key: string) => path.join(root, assertStorageKey(key));
  const partialOf = (key: string) => `${pathOf(key)}.partial`;
  const unfinished = path.join(root, UNFINISHED);
  const sizeOf = async (key: string) => sizeOfFile(pathOf(key));

  return {
    async put(key, body, { maxBytes, announcedBytes = 0, reserveSpace, onBytes }) {
      const target = pathOf(key);
      const partial = workPath(unfinished, `${randomUUID()}.${announcedBytes}`);
      await mkdir(unfinished, { recursive: true });
      await mkdir(path.dirname(target), { recursive: true });
      const counter = byteLimit(maxBytes, onBytes);
      try {
        await writeFile(partial, '');
        await reserveSpace?.();
        await pipeline(body, counter.stream, createWriteStream(partial));
        await flushToDisk(partial);
        await rename(partial, target);
      } catch (error) {
        await rm(partial, { force: true });
        throw error;
      }
      return { bytes: counter.bytes() };
    },

    // Race: the object may be completed between the first and the second check.
    receivedBytes: async (key) =>
      (await sizeOf(key)) ?? (await sizeOfFile(partialOf(key))) ?? (await sizeOf(key)) ?? 0,

    async append(key, body, offset) {
      const partial = partialOf(key);
      await mkdir(path.dirname(partial), { recursive: true });
      const file = await open(partial, constants.O_CREAT | constants.O_WRONLY);
      await pipeline(body, file.createWriteStream({ start: offset }));
      return (await sizeOfFile(partial)) ?? 0;
    },

    async complete(key, sizeBytes) {
      if ((await sizeOf(key)) !== null) return;
      const partial = partialOf(key);
      try {
        const received = await sizeOfFile(partial);
        if (received !== sizeBytes) throw new Error(`${received} bytes of ${sizeBytes} have arrived`);
        await flushToDisk(partial);
        await rename(partial, pathOf(key));
      } catch (error) {
        // Race: another request may have completed it at the same time.
        if ((await sizeOf(key)) === null) throw error;
      }
    },

    size: sizeOf,

    read: (key, range?: ByteRange) => createReadStream(pathOf(key), range),

    withLocalFile: (key, use) => use(pathOf(key)),

    async remove(key) {
      await rm(pathOf(key), { force: true });
      await rm(partialOf(key), { force: true });
    },

    async freeBytes() {
      await mkdir(unfinished, { recursive: true });
      return (await freeBytesIn(root)) - (await reservedBytes(unfinished));
    },

    removeAbandonedUploads: () => removeAbandonedWork(unfinished),

    async *listOlderThan(ageMs, folder) {
      for await (const file of filesBelow(folder ? pathOf(folder) : root, unfinished)) {
        const found = await stat(file).catch(() => null);
        if (!found || Date.now() - found.mtimeMs <= ageMs) continue;
        yield path.relative(root, file).replace(/\.partial$/, '');
      }
    },

    signedUrl: async (key, options) => createSignedUrl(assertStorageKey(key), options),

    servesDirectly: false,

    sessions: null,

    async checkHealth() {
      await mkdir(root, { recursive: true });
      await access(root, constants.W_OK);
    },
  };
}

/** Reads one folder at a time, as a storage may hold millions of files. @throws Error for a folder that cannot be read */
async function* filesBelow(folder: string, except: string): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    // Not made yet, or removed meanwhile.
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const entry of entries) {
    const found = path.join(folder, entry.name);
    if (entry.isFile()) yield found;
    else if (entry.isDirectory() && found !== except) yield* filesBelow(found, except);
  }
}

/** Bytes reserved by puts in progress: announced and not yet written. */
async function reservedBytes(unfinished: string): Promise<number> {
  let bytes = 0;
  for (const name of await readdir(unfinished)) {
    // Files of other programs reserve nothing.
    const announced = Number(name.slice(name.lastIndexOf('.') + 1)) || 0;
    const written = await sizeOfFile(path.join(unfinished, name));
    if (written !== null) bytes += Math.max(0, announced - written);
  }
  return bytes;
}

/** Null when there is no such file. */
async function sizeOfFile(file: string): Promise<number | null> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function flushToDisk(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
