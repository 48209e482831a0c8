import type { Readable } from 'node:stream';

/** Byte range from `start` to `end`, both inclusive, as in an HTTP Range header. */
export interface ByteRange {
  start: number;
  end: number;
}

interface PutOptions {
  maxBytes: number;
  /** Expected size in bytes; reserved from now on. */
  announcedBytes?: number;
  /** Admission check: called once the space is reserved and before the first byte is read; may reject. */
  reserveSpace?: () => Promise<void>;
  onBytes?: (receivedBytes: number) => void;
}

export interface SignedUrlOptions {
  expiresInSeconds: number;
  contentType: string;
  disposition: string;
}

/**
 * Resumable upload sessions (PUT with Content-Range, 308 until complete). Each takes one object directly from
 * a browser, for a week at most. The session URL is a secret.
 */
interface ResumableUploads {
  /** @returns URL of a new session, which takes exactly `sizeBytes`, or any size without, from pages of `origin` (CORS) */
  open(key: string, options: { origin: string; sizeBytes?: number }): Promise<string>;
  /** Bytes that a session has received; null when the session has expired or was cancelled. */
  receivedBytes(session: string, sizeBytes: number): Promise<number | null>;
}

/**
 * Stores recordings. Keys are generated (letters, digits, `-`, `/`), never taken from a user's file name. An
 * object is visible only when it is complete.
 */
export interface ObjectStorage {
  /**
   * Buffers only a few megabytes in memory, and leaves nothing behind on error.
   * @throws AppError 'media.too-large' past maxBytes; any error of `reserveSpace`
   */
  put(key: string, body: Readable, options: PutOptions): Promise<{ bytes: number }>;
  /** Free space in bytes, less the space reserved by puts in progress; null when it is unlimited. */
  freeBytes(): Promise<number | null>;
  /** Bytes received of an object sent in chunks: its size once it is complete, 0 before the first chunk. */
  receivedBytes(key: string): Promise<number>;
  /** `offset`: end of the earlier chunks. Keeps what came before `body` broke off. @returns total bytes */
  append(key: string, body: Readable, offset: number): Promise<number>;
  /** No error when it is complete already. @throws Error when the chunks are not `sizeBytes` in total */
  complete(key: string, sizeBytes: number): Promise<void>;
  /** Size in bytes; null when the object does not exist. */
  size(key: string): Promise<number | null>;
  read(key: string, range?: ByteRange): Readable;
  /** `use` gets the path of a local file with the object's bytes, valid until it settles. */
  withLocalFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T>;
  /** Deletes the object; no error when it does not exist. */
  remove(key: string): Promise<void>;
  /** Deletes unfinished uploads of processes that were killed during a `put`. */
  removeAbandonedUploads(): Promise<void>;
  /** Keys of objects, including unfinished ones, that have not changed for `ageMs`; `folder`: only those below it. */
  listOlderThan(ageMs: number, folder?: string): AsyncIterable<string>;
  /** Gives read access to the object, whole or in ranges. It is a bearer secret: never log it. */
  signedUrl(key: string, options: SignedUrlOptions): Promise<string>;
  /** Whether signed URLs lead directly to the storage service instead of our server. */
  readonly servesDirectly: boolean;
  /** Null where browsers can upload through our server only. */
  readonly sessions: ResumableUploads | null;
  /** Health check: rejects when the storage is unavailable. */
  checkHealth(): Promise<void>;
}

/**
 * Stores objects so that whatever has become of them since is noticed when they are read, and encrypted if it has
 * a key. Names are like storage keys and are not hidden.
 */
export interface Archive {
  /** Replaces an object of that name. @returns bytes that it takes @throws as ObjectStorage.put */
  put(name: string, content: AsyncIterable<Buffer | string>): Promise<{ bytes: number }>;
  /** Bytes of an object's content; null when it does not exist, or has a size that no object has. */
  size(name: string): Promise<number | null>;
  /** @throws AppError 'backup.damaged' when it is missing, or at the first part that is not what was put in */
  read(name: string): AsyncIterable<Buffer>;
  /** No error when it does not exist. */
  remove(name: string): Promise<void>;
  /** Names below a folder, of objects that have not changed for `olderThanMs`, if that is given. */
  list(folder: string, olderThanMs?: number): AsyncIterable<string>;
  /** Whether, in the same place, there are objects below this folder under another key, or under none. */
  hasOtherKeys(folder: string): Promise<boolean>;
  /** A name from which, without the key, nothing of `text` can be told: 64 hexadecimal digits. */
  hiddenName(text: string): string;
  /** As ObjectStorage.freeBytes. */
  freeBytes(): Promise<number | null>;
  /** Deletes unfinished objects of killed processes. */
  removeAbandoned(): Promise<void>;
}
