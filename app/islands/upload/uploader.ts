/** The server rejected the upload for good; the message is in the page's language, '' when there was none. */
export class UploadRejected extends Error {}

/** Little is lost behind a proxy that forwards only whole requests; a bucket takes multiples of 256 KiB. */
export const CHUNK_BYTES = 8 * 1024 * 1024;

export interface UploaderEvents {
  /** The server already has a part of this file. */
  resumed(): void;
  /** @param fraction of the file that is in flight or received, from 0 to 1 */
  progress(fraction: number): void;
  /** More bytes are stored for good. */
  stored(): void;
  done(): void;
  /** Transient failure: a retry may succeed. */
  failed(): void;
  /** @param reason an UploadRejected, or a bug */
  rejected(reason: unknown): void;
  /** The target is unreachable; the file needs another uploader. */
  unreachable(): void;
}

/** Sends one file; stopped and started any number of times, it resumes where it was. */
export interface Uploader {
  start(): void;
  stop(): Promise<void>;
}
