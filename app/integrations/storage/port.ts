import type { Readable } from 'node:stream';

/** Bytes from `start` to `end`, both included, as in an HTTP range. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface PutOptions {
  maxBytes: number;
  /** How many are going to come; kept free for it from now on. */
  announcedBytes?: number;
  /** Asked once they are kept free, before the first is read. */
  admit?: () => Promise<void>;
  /** Told how many have arrived so far. */
  onBytes?: (receivedBytes: number) => void;
}

/** How an object is to be sent to whoever opens its address. */
export interface AddressOptions {
  expiresInSeconds: number;
  contentType: string;
  /** A Content-Disposition header. */
  disposition: string;
}

/** An object that a browser is about to send without us in between. */
export interface SessionOptions {
  /** The site whose pages may send it. */
  origin: string;
  /** Exactly as many will be taken. */
  sizeBytes: number;
}

/**
 * Resumable sessions (PUT with Content-Range, 308 until all is there), each of which takes one object straight from
 * a browser, for a week at most. Its address is a secret.
 */
export interface DirectSessions {
  /** @returns the address of a new session */
  open(key: string, options: SessionOptions): Promise<string>;
  /** How many bytes of so many a session has taken; null when it takes no more. */
  receivedBytes(session: string, sizeBytes: number): Promise<number | null>;
}

/**
 * Keeps recordings. Keys are made by us (letters, digits, `-`, `/`), never from a user's file name.
 * An object is visible only when it is complete.
 */
export interface ObjectStorage {
  /**
   * Streams `body` into the object, holding no more than a few megabytes in memory. On any error nothing is left.
   * @throws AppError 'media.too-large' past maxBytes; what `admit` throws
   */
  put(key: string, body: Readable, options: PutOptions): Promise<{ bytes: number }>;
  /**
   * How many bytes can still be put here, beside those that puts under way have announced; null where there is no
   * end to it.
   */
  freeBytes(): Promise<number | null>;
  /**
   * Bytes that have arrived of an object sent in pieces; all of them once it is complete, 0 before the first.
   */
  receivedBytes(key: string): Promise<number>;
  /**
   * Adds a piece at `offset`, which is where the earlier ones end. When `body` breaks off, what arrived stays.
   * @returns the bytes that have arrived so far
   */
  append(key: string, body: Readable, offset: number): Promise<number>;
  /**
   * Makes an object of the pieces that arrived; one that is complete already is no error.
   * @throws Error when they are not `sizeBytes` in all
   */
  complete(key: string, sizeBytes: number): Promise<void>;
  /** Size in bytes, or null when there is no such object. */
  size(key: string): Promise<number | null>;
  read(key: string, range?: ByteRange): Readable;
  /** Gives `use` a local file with the object's bytes, for decoders; the path is valid until it settles. */
  withLocalFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T>;
  /** Removes the object; one that is not there is no error. */
  remove(key: string): Promise<void>;
  /** Removes what processes that were killed during a `put` left of it. */
  removeDeadWork(): Promise<void>;
  /** Keys of objects, unfinished ones included, that have not changed for `ageMs`. */
  listOlderThan(ageMs: number): AsyncIterable<string>;
  /**
   * An address where whoever has it reads the object, whole or in ranges, until it expires, and can do nothing
   * else. Until then it is as good as the object itself: it belongs into no log.
   */
  address(key: string, options: AddressOptions): Promise<string>;
  /** Whether addresses lead past us, to servers of the storage's own. */
  readonly servesItself: boolean;
  /** Null where everything passes through us. */
  readonly sessions: DirectSessions | null;
  /** Rejects when the storage does not answer. */
  check(): Promise<void>;
}
