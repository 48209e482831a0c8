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
import { piecesOf } from './pieces';
import type { ByteRange, ObjectStorage } from './port';
import { isPassing, MOST_RETRIES, receivedBySession, rest, sendToSession } from './resumable-session.server';
import { checkedKey, isStorageKey } from './storage-key';

export interface BucketSettings {
  bucket: string;
  /** URL of a GCS-compatible server without authentication; Google's own API when undefined. */
  apiEndpoint: string | undefined;
  /** Key file of a service account; the machine's default credentials when undefined. */
  keyFile: string | undefined;
  /** Folder for local copies that are deleted right after use. */
  temporaryFolder: string;
  /** Upper limit of the exponential back-off, in ms. */
  mostRestMs?: number;
  /** Stall timeout: a connection without data for this long, in ms, counts as broken. */
  silenceMs?: number;
}

/** Bytes buffered in memory per transfer; the protocol requires a multiple of 256 KiB. */
const PIECE_BYTES = 4 * 1024 * 1024;
/** Maximum source objects of one compose request. */
const MOST_COMPOSED = 32;
/** Twice the compose rounds that the largest object needs. */
const MOST_ROUNDS = 8;
const AT_ONCE = 16;
const CHECK_MS = 5_000;

/** The same for all objects: the actual content type is set by the signed URL. */
const CONTENT_TYPE = 'application/octet-stream';
/** For objects that are rarely read and kept for at least a month. */
const STORAGE_CLASS = 'NEARLINE';
/** For parts, which are deleted within days: other classes bill a minimum of a month. */
const PART_CLASS = 'STANDARD';
/** Prefix of parts; storage keys never contain a dot. */
const PARTS = '.parts/';

const partsOf = (key: string) => `${PARTS}${checkedKey(key)}/`;
const partName = (key: string, offset: number) => partsOf(key) + String(offset).padStart(16, '0');

/** A part of an object that is being uploaded, starting at `offset`. */
interface Part {
  name: string;
  offset: number;
  bytes: number;
  generation: string;
}

interface Described {
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
  const { temporaryFolder, mostRestMs = 32_000, silenceMs = 60_000 } = settings;
  const options: StorageOptions = {
    apiEndpoint: settings.apiEndpoint,
    keyFilename: settings.keyFile,
    timeout: silenceMs,
    // The library's retries do not suit transfers of hours: it counts all failures of a transfer together.
    retryOptions: { autoRetry: false, maxRetries: 0 },
  };
  const bucket = new Storage(options).bucket(settings.bucket);
  const impatient = new Storage({ ...options, timeout: CHECK_MS }).bucket(settings.bucket);

  /**
   * Retries with exponential back-off while there is no response or a transient error.
   * @throws BucketError instead of the library's errors, which contain URLs and credentials of their requests
   */
  async function asked<T>(request: () => Promise<T>): Promise<T> {
    for (let failures = 1; ; failures += 1) {
      try {
        return await request();
      } catch (error) {
        const status = statusOf(error);
        if ((status !== null && !isPassing(status)) || failures > MOST_RETRIES) throw answered(error);
        await rest(failures, mostRestMs);
      }
    }
  }

  /** The result of a request; null when the response has `status`. @throws as `withRetries` */
  async function unless<T>(status: number, request: () => Promise<T>): Promise<T | null> {
    try {
      return await asked(request);
    } catch (error) {
      if (statusOf(error) === status) return null;
      throw error;
    }
  }

  async function describe(name: string): Promise<Described | null> {
    return unless(404, async () => {
      const [metadata] = await bucket.file(name).getMetadata();
      return described(metadata);
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
    const isSaved = await unless(412, async () => {
      await bucket.file(name).save(bytes, options);
      return true;
    });
    if (isSaved) return;
    // An earlier attempt may have succeeded although its response was lost.
    const found = await describe(name);
    if (found?.bytes !== bytes.length || found.crc32c !== crc32c) {
      throw new Error('another object came first under the same name');
    }
  }

  async function chainOf(key: string): Promise<Part[]> {
    const chain: Part[] = [];
    let end = 0;
    for await (const file of list({ prefix: partsOf(key) })) {
      const part = partFrom(file);
      if (part.offset !== end) continue;
      chain.push(part);
      end += part.bytes;
    }
    return chain;
  }

  const bytesIn = (chain: Part[]) => chain.reduce((sum, { bytes }) => sum + bytes, 0);

  /** Composes all parts into one. */
  async function joined(key: string): Promise<Pick<Part, 'name' | 'generation' | 'bytes'>> {
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const chain = await chainOf(key);
      if (chain.length < 2) return chain[0] ?? { name: key, generation: '0', bytes: 0 };
      await joinNeighbours(chain);
    }
    throw new Error('the parts of an object do not become one');
  }

  /** Composes groups of adjacent parts, each into the group's first part. */
  async function joinNeighbours(chain: Part[]): Promise<void> {
    for (let index = 0; index < chain.length; index += MOST_COMPOSED) {
      const group = chain.slice(index, index + MOST_COMPOSED);
      const [first, ...others] = group as [Part, ...Part[]];
      if (others.length === 0) continue;
      const sources = group.map(({ name, generation }) => bucket.file(name, { generation }));
      // Otherwise another process, or an earlier attempt, was faster; the next round sees the result.
      const isJoined = await unless(412, () => unless(404, () => combine(sources, first)));
      if (isJoined) await removeAll(others.map(({ name }) => name));
    }
  }

  async function combine(sources: File[], { name, generation }: Part): Promise<true> {
    await bucket.combine(sources, bucket.file(name), { ifGenerationMatch: generation });
    return true;
  }

  async function removeAll(names: string[]): Promise<void> {
    for (let index = 0; index < names.length; index += AT_ONCE) {
      const some = names.slice(index, index + AT_ONCE);
      await Promise.all(some.map((name) => asked(() => bucket.file(name).delete({ ignoreNotFound: true }))));
    }
  }

  async function removeParts(key: string): Promise<void> {
    const names: string[] = [];
    for await (const { name } of list({ prefix: partsOf(key) })) names.push(name);
    await removeAll(names);
  }

  /** @throws as `withRetries` */
  async function* list({ prefix }: { prefix?: string }): AsyncGenerator<File> {
    for (let query: object | null = { prefix, autoPaginate: false }; query; ) {
      const page: GetFilesResponse = await asked(() => bucket.getFiles(query as GetFilesOptions));
      yield* page[0];
      query = page[1] as object | null;
    }
  }

  async function* bytesOf(key: string, range: ByteRange | undefined): AsyncGenerator<Buffer> {
    const found = await describe(key);
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
        if (status && !isPassing(status)) throw answered(error);
      } finally {
        clearTimeout(silence);
      }
      if (position > end) return;
      if (failures++ === MOST_RETRIES) throw new Error('the bucket breaks off an object again and again');
      await rest(failures, mostRestMs);
    }
  }

  return {
    async put(key, body, { maxBytes, admit, onBytes }) {
      await admit?.();
      const file = bucket.file(checkedKey(key));
      const generation = (await describe(key))?.generation ?? 0;
      const limit = byteLimit(maxBytes, onBytes);
      await pipeline(body, limit.stream, async (source: AsyncIterable<Buffer>) => {
        const crc = new CRC32C();
        const pieces = piecesOf(counted(source, crc), PIECE_BYTES);
        const { value: first } = (await pieces.next()) as { value: { bytes: Buffer; isLast: boolean } };
        if (first.isLast) return save(key, first.bytes, STORAGE_CLASS, generation);
        const [session] = await asked(() =>
          file.createResumableUpload({
            metadata: { storageClass: STORAGE_CLASS, contentType: CONTENT_TYPE },
            preconditionOpts: { ifGenerationMatch: generation },
          }),
        );
        try {
          await sendToSession(session, preceded(first, pieces), () => crc.toString(), mostRestMs);
        } catch (error) {
          await fetch(session, { method: 'DELETE' }).catch(() => {});
          throw error;
        }
      });
      return { bytes: limit.bytes() };
    },

    async receivedBytes(key) {
      const whole = async () => (await describe(checkedKey(key)))?.bytes;
      // Race: the object may be completed between the first and the second check.
      return (await whole()) ?? (bytesIn(await chainOf(key)) || ((await whole()) ?? 0));
    },

    async append(key, body, offset) {
      let end = offset;
      const broken: unknown[] = [];
      const arriving = untilBroken(body, (error) => broken.push(error));
      for await (const { bytes } of piecesOf(arriving, PIECE_BYTES)) {
        if (bytes.length > 0) await save(partName(key, end), bytes, PART_CLASS, 0);
        end += bytes.length;
      }
      if (broken.length > 0) throw broken[0];
      return end;
    },

    async complete(key, sizeBytes) {
      if (!(await describe(checkedKey(key)))) {
        const whole = await joined(key);
        const from = bucket.file(whole.name, { generation: whole.generation });
        const how = { storageClass: STORAGE_CLASS, preconditionOpts: { ifGenerationMatch: 0 } };
        // Otherwise another process, or an earlier attempt, has completed it at the same time.
        if (whole.bytes === sizeBytes) {
          await unless(412, () => unless(404, () => from.copy(bucket.file(key), how)));
        }
      }
      const made = await describe(key);
      if (made?.bytes !== sizeBytes) throw new Error(`no ${sizeBytes} bytes have arrived`);
      await removeParts(key);
    },

    size: async (key) => (await describe(checkedKey(key)))?.bytes ?? null,

    read: (key, range) => Readable.from(bytesOf(checkedKey(key), range), { objectMode: false }),

    async withLocalFile(key, use) {
      const found = await describe(checkedKey(key));
      if (!found) throw new Error(`there is no object ${key}`);
      const folder = await makeOwnFolder(temporaryFolder, 'object');
      try {
        const local = path.join(folder, 'object');
        const crc = new CRC32C();
        const file = bucket.file(key, { generation: found.generation });
        const source = bytesFrom(file, { start: 0, end: found.bytes - 1 });
        await pipeline(counted(source, crc), createWriteStream(local));
        if (crc.toString() !== found.crc32c) throw new Error(`what came of ${key} is not what was put in`);
        return await use(local);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },

    async remove(key) {
      await removeAll([checkedKey(key)]);
      await removeParts(key);
    },

    freeBytes: async () => null,

    // Nothing to do: unfinished uploads are sessions, which the bucket expires, and parts, which
    // `listOlderThan` lists.
    async removeDeadWork() {},

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

    async address(key, { expiresInSeconds, contentType, disposition }) {
      const [address] = await asked(() =>
        bucket.file(checkedKey(key)).getSignedUrl({
          version: 'v4',
          action: 'read',
          expires: Date.now() + expiresInSeconds * 1000,
          responseType: contentType,
          responseDisposition: disposition,
        }),
      );
      return address;
    },

    servesItself: true,

    sessions: {
      async open(key, { origin, sizeBytes }) {
        const [session] = await asked(() =>
          bucket.file(checkedKey(key)).createResumableUpload({
            origin,
            metadata: { storageClass: STORAGE_CLASS, contentType: CONTENT_TYPE, contentLength: sizeBytes },
            preconditionOpts: { ifGenerationMatch: 0 },
          }),
        );
        return session;
      },

      receivedBytes: (session, sizeBytes) => receivedBySession(session, sizeBytes, { mostRestMs, silenceMs }),
    },

    async check() {
      await impatient.getFiles({ maxResults: 1, autoPaginate: false }).catch((error: unknown) => {
        throw answered(error);
      });
    },
  };
}

function partFrom({ name, metadata }: File): Part {
  const { bytes, generation } = described(metadata);
  return { name, bytes, generation, offset: Number(name.slice(name.lastIndexOf('/') + 1)) };
}

/** The key of the object that a part belongs to; '' when the name is not that of a part. */
const keyOfPart = (name: string) =>
  name.startsWith(PARTS) ? name.slice(PARTS.length, name.lastIndexOf('/')) : '';

function described({ size, generation, crc32c }: FileMetadata): Described {
  return { bytes: Number(size), generation: String(generation), crc32c: crc32c ?? '' };
}

function crcOf(bytes: Buffer): string {
  const crc = new CRC32C();
  crc.update(bytes);
  return crc.toString();
}

async function* counted(source: AsyncIterable<Buffer>, crc: CRC32C): AsyncGenerator<Buffer> {
  for await (const bytes of source) {
    crc.update(bytes);
    yield bytes;
  }
}

async function* preceded<T>(first: T, others: AsyncIterable<T>): AsyncGenerator<T> {
  yield first;
  yield* others;
}

/** Yields from `source` until it fails, then reports the error and ends. */
async function* untilBroken<T>(source: AsyncIterable<T>, onBroken: (error: unknown) => void) {
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

function answered(error: unknown): BucketError {
  if (error instanceof BucketError) return error;
  return new BucketError(statusOf(error) ?? (error as NodeJS.ErrnoException).code ?? 'nothing');
}

/** The HTTP status of an error; null when there was no response. */
function statusOf(error: unknown): number | null {
  const { code, response } = error as { code?: number | string; response?: { status?: number } };
  const status = Number(response?.status ?? code);
  return status >= 400 ? status : null;
}
