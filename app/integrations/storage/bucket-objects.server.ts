import {
  type Bucket,
  type File,
  type FileMetadata,
  type GetFilesOptions,
  type GetFilesResponse,
  Storage,
  type StorageOptions,
} from '@google-cloud/storage';
import { statusOf, toBucketError, withRetries } from './bucket-retries.server';
import { crcOf } from './checksum';

export interface BucketSettings {
  bucket: string;
  /** URL of a GCS-compatible server without authentication; Google's own API when undefined. */
  apiEndpoint: string | undefined;
  /** Key file of a service account; the machine's default credentials when undefined. */
  keyFile: string | undefined;
  temporaryFolder: string;
  maxBackOffMs?: number;
  /** Stall timeout: a connection without data for this long, in ms, counts as broken. */
  silenceMs?: number;
}

export interface ObjectInfo {
  bytes: number;
  generation: string;
  crc32c: string;
}

const MAX_CONCURRENT_DELETES = 16;
const HEALTH_CHECK_TIMEOUT_MS = 5_000;

/** The same for all objects: the actual content type is set by the signed URL. */
export const CONTENT_TYPE = 'application/octet-stream';

/**
 * Every request may be retried, by us or by the client library, so all writes are conditional
 * (ifGenerationMatch), and a failed precondition is followed by a check of the existing object. Rejects with
 * BucketError.
 */
export class BucketObjects {
  readonly maxBackOffMs: number;
  readonly silenceMs: number;
  readonly #bucket: Bucket;
  readonly #healthCheckBucket: Bucket;

  constructor({ bucket, apiEndpoint, keyFile, maxBackOffMs = 32_000, silenceMs = 60_000 }: BucketSettings) {
    this.maxBackOffMs = maxBackOffMs;
    this.silenceMs = silenceMs;
    const options: StorageOptions = {
      ...(apiEndpoint && { apiEndpoint }),
      ...(keyFile && { keyFilename: keyFile }),
      timeout: silenceMs,
      // The library's retries do not suit transfers of hours: it counts all failures of a transfer together.
      retryOptions: { autoRetry: false, maxRetries: 0 },
    };
    this.#bucket = new Storage(options).bucket(bucket);
    this.#healthCheckBucket = new Storage({ ...options, timeout: HEALTH_CHECK_TIMEOUT_MS }).bucket(bucket);
  }

  file(name: string, generation?: string): File {
    return this.#bucket.file(name, generation === undefined ? {} : { generation });
  }

  retry<T>(request: () => Promise<T>): Promise<T> {
    return withRetries(request, this.maxBackOffMs);
  }

  /** The result of a request; null when the response has one of `statuses`. */
  async unlessStatus<T>(statuses: number[], request: () => Promise<T>): Promise<T | null> {
    try {
      return await this.retry(request);
    } catch (error) {
      if (statuses.includes(statusOf(error) ?? 0)) return null;
      throw error;
    }
  }

  info(name: string): Promise<ObjectInfo | null> {
    return this.unlessStatus([404], async () => {
      const [metadata] = await this.file(name).getMetadata();
      return toObjectInfo(metadata);
    });
  }

  /** @throws Error when the object does not exist */
  async existing(name: string): Promise<ObjectInfo> {
    const found = await this.info(name);
    if (!found) throw new Error(`there is no object ${name}`);
    return found;
  }

  /** In one request, if the present object of that name has `generation` (0: if there is none). */
  async save(name: string, bytes: Buffer, storageClass: string, generation: string | number): Promise<void> {
    const crc32c = crcOf(bytes);
    const options = {
      resumable: false,
      validation: false,
      metadata: { storageClass, crc32c, contentType: CONTENT_TYPE },
      preconditionOpts: { ifGenerationMatch: generation },
    };
    const isSaved = await this.unlessStatus([412], async () => {
      await this.file(name).save(bytes, options);
      return true;
    });
    if (isSaved) return;
    // An earlier attempt may have succeeded although its response was lost.
    const found = await this.info(name);
    if (found?.bytes !== bytes.length || found.crc32c !== crc32c) {
      throw new Error('another object came first under the same name');
    }
  }

  /** Composes objects into `target`, if that has `generation`; false when any has changed meanwhile. */
  async compose(sources: File[], target: string, generation: string): Promise<boolean> {
    const isDone = await this.unlessStatus([404, 412], async () => {
      await this.#bucket.combine(sources, this.file(target), { ifGenerationMatch: generation });
      return true;
    });
    return isDone ?? false;
  }

  async *list(prefix?: string): AsyncGenerator<File> {
    for (let query: object | null = { prefix, autoPaginate: false }; query; ) {
      const page: GetFilesResponse = await this.retry(() => this.#bucket.getFiles(query as GetFilesOptions));
      yield* page[0];
      query = page[1] as object | null;
    }
  }

  async remove(names: string[]): Promise<void> {
    for (let index = 0; index < names.length; index += MAX_CONCURRENT_DELETES) {
      const some = names.slice(index, index + MAX_CONCURRENT_DELETES);
      await Promise.all(
        some.map((name) => this.retry(() => this.file(name).delete({ ignoreNotFound: true }))),
      );
    }
  }

  async checkHealth(): Promise<void> {
    await this.#healthCheckBucket.getFiles({ maxResults: 1, autoPaginate: false }).catch((error: unknown) => {
      throw toBucketError(error);
    });
  }
}

export function toObjectInfo({ size, generation, crc32c }: FileMetadata): ObjectInfo {
  return { bytes: Number(size), generation: String(generation), crc32c: crc32c ?? '' };
}
