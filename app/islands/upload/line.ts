/** What the server will not take; the message is in the reader's language, '' when it gave none. */
export class Refusal extends Error {}

/** Small enough that little is lost to a proxy which passes on whole requests only; a bucket takes multiples of 256 KiB. */
export const PIECE_BYTES = 8 * 1024 * 1024;

export interface LineEvents {
  /** The other side has a part of this file already. */
  resumed(): void;
  /** @param fraction of the file that is on the line or behind it, from 0 to 1 */
  progress(fraction: number): void;
  /** The other side has more than before, for good. */
  kept(): void;
  done(): void;
  /** Another try may mend it. */
  broken(): void;
  /** @param reason a Refusal, or a bug */
  refused(reason: unknown): void;
  /** Nothing will come through here; the file has to take another line. */
  impassable(): void;
}

/** Carries the bytes of one file. It can be stopped and started as often as need be, and goes on where it was. */
export interface Line {
  start(): void;
  stop(): Promise<void>;
}
