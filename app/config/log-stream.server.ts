import { writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** Lines that wait until they can be written; those that come after them are lost. */
const MOST_WAITING_BYTES = 1024 * 1024;

/**
 * Where lines of the log go. It never throws: what cannot be written, as on a full disk, waits for the next line,
 * or is lost and counted where too much waits. pino's own stream throws then, and waits for ever when flushed.
 */
export class LogStream implements DestinationStream {
  readonly #fd: number;
  readonly #onLost: (lines: number) => void;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #lostLines = 0;

  /** @param onLost told, once lines can be written again, how many were lost */
  constructor(fd: number, onLost: (lines: number) => void) {
    this.#fd = fd;
    this.#onLost = onLost;
  }

  write(text: string): void {
    const line = Buffer.from(text);
    this.#writeWaiting();
    if (this.#waitingBytes + line.length > MOST_WAITING_BYTES) {
      this.#lostLines += 1;
      return;
    }
    this.#waiting.push(line);
    this.#waitingBytes += line.length;
    this.#writeWaiting();
    if (this.#waitingBytes > 0 || this.#lostLines === 0) return;
    const lines = this.#lostLines;
    this.#lostLines = 0;
    this.#onLost(lines);
  }

  /** A line of which a part was written goes on there. */
  #writeWaiting(): void {
    try {
      for (let line = this.#waiting[0]; line; line = this.#waiting[0]) {
        const bytes = writeSync(this.#fd, line);
        this.#waitingBytes -= bytes;
        if (bytes < line.length) this.#waiting[0] = line.subarray(bytes);
        else this.#waiting.shift();
      }
    } catch {
      // Whatever it is, a log has nobody to tell.
    }
  }
}
