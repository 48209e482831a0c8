import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CRC32C, type CreateResumableUploadOptions } from '@google-cloud/storage';
import { makeOwnFolder } from '@/app/config/own-work.server';
import { tracedFetch } from '@/app/config/traced-fetch.server';
import { bytesOf, downloadTo } from './bucket-download.server';
import { BucketObjects, type BucketSettings, CONTENT_TYPE } from './bucket-objects.server';
import { BucketParts, lastChanges } from './bucket-parts.server';
import { byteLimit } from './byte-limit';
import { withChecksum } from './checksum';
import { type Chunk, chunksOf } from './chunks';
import type { ObjectStorage } from './port';
import { queryReceivedBytes, uploadToSession } from './resumable-session.server';
import { assertStorageKey, isStorageKey } from './storage-key';

/** Bytes buffered in memory per transfer; the protocol requires a multiple of 256 KiB. */
const CHUNK_BYTES = 4 * 1024 * 1024;

/** For objects that are rarely read and kept for at least a month. */
const STORAGE_CLASS = 'NEARLINE';

/** Stores objects in a Google Cloud Storage bucket used by this application only. */
export function googleStorage(settings: BucketSettings): ObjectStorage {
  const objects = new BucketObjects(settings);
  const parts = new BucketParts(objects);

  /** @returns URL of a new resumable upload session */
  async function openSession(
    key: string,
    generation: string | number,
    options: CreateResumableUploadOptions,
  ) {
    const metadata = { storageClass: STORAGE_CLASS, contentType: CONTENT_TYPE, ...options.metadata };
    const preconditionOpts = { ifGenerationMatch: generation };
    const [session] = await objects.retry(() =>
      objects.file(key).createResumableUpload({ ...options, metadata, preconditionOpts }),
    );
    return session;
  }

  async function upload(key: string, source: AsyncIterable<Buffer>, generation: string | number) {
    const crc = new CRC32C();
    const chunks = chunksOf(withChecksum(source, crc), CHUNK_BYTES);
    const { value: first } = (await chunks.next()) as { value: Chunk };
    if (first.isLast) return objects.save(key, first.bytes, STORAGE_CLASS, generation);
    const session = await openSession(key, generation, {});
    try {
      await uploadToSession(session, prepend(first, chunks), () => crc.toString(), objects.maxBackOffMs);
    } catch (error) {
      await tracedFetch(session, { method: 'DELETE' }).catch(() => {});
      throw error;
    }
  }

  return {
    async put(key, body, { maxBytes, reserveSpace, onBytes }) {
      await reserveSpace?.();
      const generation = (await objects.info(assertStorageKey(key)))?.generation ?? 0;
      const limit = byteLimit(maxBytes, onBytes);
      await pipeline(body, limit.stream, (source: AsyncIterable<Buffer>) => upload(key, source, generation));
      return { bytes: limit.bytes() };
    },

    async receivedBytes(key) {
      const whole = async () => (await objects.info(assertStorageKey(key)))?.bytes;
      // Race: the object may be completed between the first and the second check.
      return (await whole()) ?? ((await parts.receivedBytes(key)) || ((await whole()) ?? 0));
    },

    async append(key, body, offset) {
      let end = offset;
      const broken: unknown[] = [];
      const arriving = untilError(body, (error) => broken.push(error));
      for await (const { bytes } of chunksOf(arriving, CHUNK_BYTES)) {
        if (bytes.length > 0) await parts.save(key, end, bytes);
        end += bytes.length;
      }
      if (broken.length > 0) throw broken[0];
      return end;
    },

    async complete(key, sizeBytes) {
      if (!(await objects.info(assertStorageKey(key)))) {
        const whole = await parts.compose(key);
        const from = objects.file(whole.name, whole.generation);
        const how = { storageClass: STORAGE_CLASS, preconditionOpts: { ifGenerationMatch: 0 } };
        // Otherwise another process, or an earlier attempt, has completed it at the same time.
        if (whole.bytes === sizeBytes) {
          await objects.unlessStatus([404, 412], () => from.copy(objects.file(key), how));
        }
      }
      const made = await objects.info(key);
      if (made?.bytes !== sizeBytes) throw new Error(`no ${sizeBytes} bytes have arrived`);
      await parts.remove(key);
    },

    size: async (key) => (await objects.info(assertStorageKey(key)))?.bytes ?? null,

    read: (key, range) =>
      Readable.from(bytesOf(objects, assertStorageKey(key), range), { objectMode: false }),

    async withLocalFile(key, use) {
      assertStorageKey(key);
      const folder = await makeOwnFolder(settings.temporaryFolder, 'object');
      try {
        const local = path.join(folder, 'object');
        await downloadTo(local, objects, key);
        return await use(local);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },

    async remove(key) {
      await objects.remove([assertStorageKey(key)]);
      await parts.remove(key);
    },

    freeBytes: async () => null,

    // Nothing to do: unfinished uploads are sessions, which the bucket expires, and parts, which
    // `listOlderThan` lists.
    async removeAbandonedUploads() {},

    async *listOlderThan(ageMs, folder) {
      const prefix = folder ? `${assertStorageKey(folder)}/` : undefined;
      for await (const { key, changedAt } of lastChanges(objects.list(prefix))) {
        if (isStorageKey(key) && Date.now() - changedAt > ageMs) yield key;
      }
    },

    async signedUrl(key, { expiresInSeconds, contentType, disposition }) {
      const [address] = await objects.retry(() =>
        objects.file(assertStorageKey(key)).getSignedUrl({
          version: 'v4',
          action: 'read',
          expires: Date.now() + expiresInSeconds * 1000,
          responseType: contentType,
          responseDisposition: disposition,
        }),
      );
      return address;
    },

    servesDirectly: true,

    sessions: {
      open: (key, { origin, sizeBytes }) =>
        openSession(assertStorageKey(key), 0, {
          origin,
          metadata: sizeBytes === undefined ? {} : { contentLength: sizeBytes },
        }),

      receivedBytes: (session, sizeBytes) => queryReceivedBytes(session, sizeBytes, objects),
    },

    checkHealth: () => objects.checkHealth(),
  };
}

async function* prepend<T>(first: T, others: AsyncIterable<T>): AsyncGenerator<T> {
  yield first;
  yield* others;
}

/** Yields from `source` until it fails, then reports the error and ends. */
async function* untilError<T>(source: AsyncIterable<T>, onBroken: (error: unknown) => void) {
  try {
    for await (const item of source) yield item;
  } catch (error) {
    onBroken(error);
  }
}
