import type { Readable } from 'node:stream';

/** Bytes from `start` to `end`, both included, as in an HTTP range. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Keeps recordings. Keys are made by us (letters, digits, `-`, `/`), never from a user's file name.
 * An object is visible only when it is complete.
 */
export interface ObjectStorage {
  /**
   * Streams `body` into the object, holding no more than a chunk in memory. On any error nothing is left.
   * @throws AppError 'media.too-large' past maxBytes
   */
  put(key: string, body: Readable, options: { maxBytes: number }): Promise<{ bytes: number }>;
  /**
   * Bytes that have arrived of an object sent in pieces; all of them once it is complete, 0 before the first.
   */
  receivedBytes(key: string): Promise<number>;
  /**
   * Adds a piece at `offset`, which is where the earlier ones end. When `body` breaks off, what arrived stays.
   * @returns the bytes that have arrived so far
   */
  append(key: string, body: Readable, offset: number): Promise<number>;
  /** Makes an object of the pieces that arrived; one that is complete already is no error. */
  complete(key: string): Promise<void>;
  /** Size in bytes, or null when there is no such object. */
  size(key: string): Promise<number | null>;
  read(key: string, range?: ByteRange): Readable;
  /** Gives `use` a local file with the object's bytes, for decoders; the path is valid until it settles. */
  withLocalFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T>;
  /** Removes the object; one that is not there is no error. */
  remove(key: string): Promise<void>;
  /** Keys of objects, unfinished ones included, that have not changed for `ageMs`. */
  listOlderThan(ageMs: number): AsyncIterable<string>;
}
