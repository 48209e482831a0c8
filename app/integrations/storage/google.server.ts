import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  CRC32C,
  type File,
  type FileMetadata,
  type GetFilesOptions,
  type GetFilesResponse,
  Storage,
  type StorageOptions,
} from '@google-cloud/storage';
import { makeOwnFolder } from '@/app/config/own-work.server';
import { byteLimit } from './byte-limit';
import { chunksOf } from './chunks';
import type { ByteRange, ObjectStorage } from './port';
import {
  backOff,
  isTransient,
  MAX_RETRIES,
  queryReceivedBytes,
  uploadToSession,
} from './resumable-session.server';
import { assertStorageKey, isStorageKey } from './storage-key';

export interface BucketSettings {
  bucket: string;
  /** URL of a GCS-compatible server without authentication; Google's own API when undefined. */
  apiEndpoint: string | undefined;
  /** Key file of a service account; the machine's default credentials when undefined. */
  keyFile: string | undefined;
  /** Folder for local copies that are deleted right after use. */
  temporaryFolder: string;
  /** Upper limit of the exponential back-off, in ms. */
  maxBackOffMs?: number;
  /** Stall timeout: a connection without data for this long, in ms, counts as broken. */
  silenceMs?: number;
}

/** Bytes buffered in memory per transfer; the protocol requires a multiple of 256 KiB. */
const CHUNK_BYTES = 4 * 1024 * 1024;
/** Maximum source objects of one compose request. */
const MAX_COMPOSE_SOURCES = 32;
/** Twice the compose rounds that the largest object needs. */
const MAX_COMPOSE_ROUNDS = 8;
const MAX_CONCURRENT_DELETES = 16;
const HEALTH_CHECK_TIMEOUT_MS = 5_000;

/** The same for all objects: the actual content type is set by the signed URL. */
const CONTENT_TYPE = 'application/octet-stream';
/** For objects that are rarely read and kept for at least a month. */
const STORAGE_CLASS = 'NEARLINE';
/** For parts, which are deleted within days: other classes bill a minimum of a month. */
const PART_STORAGE_CLASS = 'STANDARD';
/** Prefix of parts; storage keys never contain a dot. */
const PARTS_PREFIX = '.parts/';

const partsPrefixOf = (key: string) => `${PARTS_PREFIX}${assertStorageKey(key)}/`;
const partName = (key: string, offset: number) => partsPrefixOf(key) + String(offset).padStart(16, '0');

/** A part of an object that is being uploaded, starting at `offset`. */
interface Part {
  name: string;
  offset: number;
  bytes: number;
  generation: string;
}

interface ObjectInfo {
  bytes: number;
  generation: string;
  crc32c: string;
}

/**
 * Stores objects in a Google Cloud Storage bucket used by this application only. Every request may be
 * retried, by us or by the client library, so all writes are conditional (ifGenerationMatch), and a failed
 * precondition is followed by a check of the existing object.
 *
 * An object sent in chunks of any length is stored as parts, which are objects named after their offsets, so
 * that any process can take the next chunk. The parts are composed within the bucket and then become the
 * object.
 * Source: cloud.google.com/storage/docs/composite-objects.
 */
export function googleStorage(settings: BucketSettings): ObjectStorage {
  const { temporaryFolder, maxBackOffMs = 32_000, silenceMs = 60_000 } = settings;
  const options: StorageOptions = {
    apiEndpoint: settings.apiEndpoint,
    keyFilename: settings.keyFile,
    timeout: silenceMs,
    // The library's retries do not suit transfers of hours: it counts all failures of a transfer together.
    retryOptions: { autoRetry: false, maxRetries: 0 },
  };
  const bucket = new Storage(options).bucket(settings.bucket);
  const healthCheckBucket = new Storage({ ...options, timeout: HEALTH_CHECK_TIMEOUT_MS }).bucket(
    settings.bucket,
  );

  /**
   * Retries with exponential back-off while there is no response or a transient error.
   * @throws BucketError instead of the library's errors, which contain URLs and credentials of their requests
   */
  async function withRetries<T>(request: () => Promise<T>): Promise<T> {
    for (let failures = 1; ; failures += 1) {
      try {
        return await request();
      } catch (error) {
        const status = statusOf(error);
        if ((status !== null && !isTransient(status)) || failures > MAX_RETRIES) throw toBucketError(error);
        await backOff(failures, maxBackOffMs);
      }
    }
  }

  /** The result of a request; null when the response has `status`. @throws as `withRetries` */
  async function unlessStatus<T>(status: number, request: () => Promise<T>): Promise<T | null> {
    try {
      return await withRetries(request);
    } catch (error) {
      if (statusOf(error) === status) return null;
      throw error;
    }
  }

  async function readObjectInfo(name: string): Promise<ObjectInfo | null> {
    return unlessStatus(404, async () => {
      const [metadata] = await bucket.file(name).getMetadata();
      return toObjectInfo(metadata);
    });
  }

  /**
   * Uploads a small object in one request, if the current object of that name has `generation` (0: if there
   * is none).
   */
  async function save(name: string, bytes: Buffer, storageClass: string, generation: string | number) {
    const crc32c = crcOf(bytes);
    const options = {
      resumable: false,
      validation: false,
      metadata: { storageClass, crc32c, contentType: CONTENT_TYPE },
      preconditionOpts: { ifGenerationMatch: generation },
    };
    const isSaved = await unlessStatus(412, async () => {
      await bucket.file(name).save(bytes, options);
      return true;
    });
    if (isSaved) return;
    // An earlier attempt may have succeeded although its response was lost.
    const found = await readObjectInfo(name);
    if (found?.bytes !== bytes.length || found.crc32c !== crc32c) {
      throw new Error('another object came first under the same name');
    }
  }

  async function contiguousParts(key: string): Promise<Part[]> {
    const chain: Part[] = [];
    let end = 0;
    for await (const file of list({ prefix: partsPrefixOf(key) })) {
      const part = partFrom(file);
      if (part.offset !== end) continue;
      chain.push(part);
      end += part.bytes;
    }
    return chain;
  }

  const bytesIn = (chain: Part[]) => chain.reduce((sum, { bytes }) => sum + bytes, 0);

  /** Composes all parts into one. */
  async function composeParts(key: string): Promise<Pick<Part, 'name' | 'generation' | 'bytes'>> {
    for (let round = 0; round < MAX_COMPOSE_ROUNDS; round += 1) {
      const chain = await contiguousParts(key);
      if (chain.length < 2) return chain[0] ?? { name: key, generation: '0', bytes: 0 };
      await composeAdjacent(chain);
    }
    throw new Error('the parts of an object do not become one');
  }

  /** Composes groups of adjacent parts, each into the group's first part. */
  async function composeAdjacent(chain: Part[]): Promise<void> {
    for (let index = 0; index < chain.length; index += MAX_COMPOSE_SOURCES) {
      const group = chain.slice(index, index + MAX_COMPOSE_SOURCES);
      const [first, ...others] = group as [Part, ...Part[]];
      if (others.length === 0) continue;
      const sources = group.map(({ name, generation }) => bucket.file(name, { generation }));
      // Otherwise another process, or an earlier attempt, was faster; the next round sees the result.
      const isJoined = await unlessStatus(412, () => unlessStatus(404, () => composeGroup(sources, first)));
      if (isJoined) await removeAll(others.map(({ name }) => name));
    }
  }

  async function composeGroup(sources: File[], { name, generation }: Part): Promise<true> {
    await bucket.combine(sources, bucket.file(name), { ifGenerationMatch: generation });
    return true;
  }

  async function removeAll(names: string[]): Promise<void> {
    for (let index = 0; index < names.length; index += MAX_CONCURRENT_DELETES) {
      const some = names.slice(index, index + MAX_CONCURRENT_DELETES);
      await Promise.all(
        some.map((name) => withRetries(() => bucket.file(name).delete({ ignoreNotFound: true }))),
      );
    }
  }

  async function removeParts(key: string): Promise<void> {
    const names: string[] = [];
    for await (const { name } of list({ prefix: partsPrefixOf(key) })) names.push(name);
    await removeAll(names);
  }

  /** @throws as `withRetries` */
  async function* list({ prefix }: { prefix?: string }): AsyncGenerator<File> {
    for (let query: object | null = { prefix, autoPaginate: false }; query; ) {
      const page: GetFilesResponse = await withRetries(() => bucket.getFiles(query as GetFilesOptions));
      yield* page[0];
      query = page[1] as object | null;
    }
  }

  async function* bytesOf(key: string, range: ByteRange | undefined): AsyncGenerator<Buffer> {
    const found = await readObjectInfo(key);
    if (!found) throw new Error(`there is no object ${key}`);
    yield* bytesFrom(bucket.file(key, { generation: found.generation }), {
      start: range?.start ?? 0,
      end: Math.min(range?.end ?? Number.POSITIVE_INFINITY, found.bytes - 1),
    });
  }

  /** Streams a range and resumes at the current position after a broken connection. */
  async function* bytesFrom(file: File, { start, end }: ByteRange): AsyncGenerator<Buffer> {
    let position = start;
    for (let failures = 0; position <= end; ) {
      const stream = file.createReadStream({ start: position, end, validation: false, decompress: false });
      const breakOff = () => stream.destroy(new Error('nothing comes'));
      let silence = setTimeout(breakOff, silenceMs);
      try {
        for await (const chunk of stream as AsyncIterable<Buffer>) {
          clearTimeout(silence);
          position += chunk.length;
          failures = 0;
          yield chunk;
          silence = setTimeout(breakOff, silenceMs);
        }
      } catch (error) {
        const status = statusOf(error);
        if (status && !isTransient(status)) throw toBucketError(error);
      } finally {
        clearTimeout(silence);
      }
      if (position > end) return;
      if (failures++ === MAX_RETRIES) throw new Error('the bucket breaks off an object again and again');
      await backOff(failures, maxBackOffMs);
    }
  }

  return {
    async put(key, body, { maxBytes, reserveSpace, onBytes }) {
      await reserveSpace?.();
      const file = bucket.file(assertStorageKey(key));
      const generation = (await readObjectInfo(key))?.generation ?? 0;
      const limit = byteLimit(maxBytes, onBytes);
      await pipeline(body, limit.stream, async (source: AsyncIterable<Buffer>) => {
        const crc = new CRC32C();
        const pieces = chunksOf(withChecksum(source, crc), CHUNK_BYTES);
        const { value: first } = (await pieces.next()) as { value: { bytes: Buffer; isLast: boolean } };
        if (first.isLast) return save(key, first.bytes, STORAGE_CLASS, generation);
        const [session] = await withRetries(() =>
          file.createResumableUpload({
            metadata: { storageClass: STORAGE_CLASS, contentType: CONTENT_TYPE },
            preconditionOpts: { ifGenerationMatch: generation },
          }),
        );
        try {
          await uploadToSession(session, prepend(first, pieces), () => crc.toString(), maxBackOffMs);
        } catch (error) {
          await fetch(session, { method: 'DELETE' }).catch(() => {});
          throw error;
        }
      });
      return { bytes: limit.bytes() };
    },

    async receivedBytes(key) {
      const whole = async () => (await readObjectInfo(assertStorageKey(key)))?.bytes;
      // Race: the object may be completed between the first and the second check.
      return (await whole()) ?? (bytesIn(await contiguousParts(key)) || ((await whole()) ?? 0));
    },

    async append(key, body, offset) {
      let end = offset;
      const broken: unknown[] = [];
      const arriving = untilError(body, (error) => broken.push(error));
      for await (const { bytes } of chunksOf(arriving, CHUNK_BYTES)) {
        if (bytes.length > 0) await save(partName(key, end), bytes, PART_STORAGE_CLASS, 0);
        end += bytes.length;
      }
      if (broken.length > 0) throw broken[0];
      return end;
    },

    async complete(key, sizeBytes) {
      if (!(await readObjectInfo(assertStorageKey(key)))) {
        const whole = await composeParts(key);
        const from = bucket.file(whole.name, { generation: whole.generation });
        const how = { storageClass: STORAGE_CLASS, preconditionOpts: { ifGenerationMatch: 0 } };
        // Otherwise another process, or an earlier attempt, has completed it at the same time.
        if (whole.bytes === sizeBytes) {
          await unlessStatus(412, () => unlessStatus(404, () => from.copy(bucket.file(key), how)));
        }
      }
      const made = await readObjectInfo(key);
      if (made?.bytes !== sizeBytes) throw new Error(`no ${sizeBytes} bytes have arrived`);
      await removeParts(key);
    },

    size: async (key) => (await readObjectInfo(assertStorageKey(key)))?.bytes ?? null,

    read: (key, range) => Readable.from(bytesOf(assertStorageKey(key), range), { objectMode: false }),

    async withLocalFile(key, use) {
      const found = await readObjectInfo(assertStorageKey(key));
      if (!found) throw new Error(`there is no object ${key}`);
      const folder = await makeOwnFolder(temporaryFolder, 'object');
      try {
        const local = path.join(folder, 'object');
        const crc = new CRC32C();
        const file = bucket.file(key, { generation: found.generation });
        const source = bytesFrom(file, { start: 0, end: found.bytes - 1 });
        await pipeline(withChecksum(source, crc), createWriteStream(local));
        if (crc.toString() !== found.crc32c) throw new Error(`what came of ${key} is not what was put in`);
        return await use(local);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },

    async remove(key) {
      await removeAll([assertStorageKey(key)]);
      await removeParts(key);
    },

    freeBytes: async () => null,

    // Nothing to do: unfinished uploads are sessions, which the bucket expires, and parts, which
    // `listOlderThan` lists.
    async removeAbandonedUploads() {},

    async *listOlderThan(ageMs) {
      const isOld = ({ metadata }: File) => Date.now() - Date.parse(metadata.timeCreated!) > ageMs;
      let parts = { key: '', areOld: false };
      for await (const file of list({})) {
        const key = keyOfPart(file.name);
        if (key !== parts.key && parts.areOld) yield parts.key;
        if (key !== parts.key) parts = { key, areOld: key !== '' };
        if (key) parts.areOld &&= isOld(file);
        else if (isStorageKey(file.name) && isOld(file)) yield file.name;
      }
      if (parts.areOld) yield parts.key;
    },

    async signedUrl(key, { expiresInSeconds, contentType, disposition }) {
      const [address] = await withRetries(() =>
        bucket.file(assertStorageKey(key)).getSignedUrl({
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
      async open(key, { origin, sizeBytes }) {
        const [session] = await withRetries(() =>
          bucket.file(assertStorageKey(key)).createResumableUpload({
            origin,
            metadata: { storageClass: STORAGE_CLASS, contentType: CONTENT_TYPE, contentLength: sizeBytes },
            preconditionOpts: { ifGenerationMatch: 0 },
          }),
        );
        return session;
      },

      receivedBytes: (session, sizeBytes) =>
        queryReceivedBytes(session, sizeBytes, { maxBackOffMs, silenceMs }),
    },

    async checkHealth() {
      await healthCheckBucket.getFiles({ maxResults: 1, autoPaginate: false }).catch((error: unknown) => {
        throw toBucketError(error);
      });
    },
  };
}

function partFrom({ name, metadata }: File): Part {
  const { bytes, generation } = toObjectInfo(metadata);
  return { name, bytes, generation, offset: Number(name.slice(name.lastIndexOf('/') + 1)) };
}

/** The key of the object that a part belongs to; '' when the name is not that of a part. */
const keyOfPart = (name: string) =>
  name.startsWith(PARTS_PREFIX) ? name.slice(PARTS_PREFIX.length, name.lastIndexOf('/')) : '';

function toObjectInfo({ size, generation, crc32c }: FileMetadata): ObjectInfo {
  return { bytes: Number(size), generation: String(generation), crc32c: crc32c ?? '' };
}

function crcOf(bytes: Buffer): string {
  const crc = new CRC32C();
  crc.update(bytes);
  return crc.toString();
}

async function* withChecksum(source: AsyncIterable<Buffer>, crc: CRC32C): AsyncGenerator<Buffer> {
  for await (const bytes of source) {
    crc.update(bytes);
    yield bytes;
  }
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

class BucketError extends Error {
  constructor(readonly code: number | string) {
    super(`the bucket answered ${code}`);
  }
}

function toBucketError(error: unknown): BucketError {
  if (error instanceof BucketError) return error;
  return new BucketError(statusOf(error) ?? (error as NodeJS.ErrnoException).code ?? 'nothing');
}

/** The HTTP status of an error; null when there was no response. */
function statusOf(error: unknown): number | null {
  const { code, response } = error as { code?: number | string; response?: { status?: number } };
  const status = Number(response?.status ?? code);
  return status >= 400 ? status : null;
}
