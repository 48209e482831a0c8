import { writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** Buffer limit; lines beyond it are lost. */
const MAX_BUFFERED_BYTES = 1024 * 1024;

/**
 * Never throws: what cannot be written, as on a full disk, waits for the next write, and is dropped beyond
 * the limit. pino's own stream throws then, and blocks for ever when flushed.
 */
export class LogStream implements DestinationStream {
  readonly #fd: number;
  readonly #onLost: (lines: number) => void;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #lostLines = 0;

  /** @param onLost called with the number of dropped lines once lines can be written again */
  constructor(fd: number, onLost: (lines: number) => void) {
    this.#fd = fd;
    this.#onLost = onLost;
  }

  write(text: string): void {
    const line = Buffer.from(text);
    this.#writeWaiting();
    if (this.#waitingBytes + line.length > MAX_BUFFERED_BYTES) {
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

  /** A partially written line continues where it stopped. */
  #writeWaiting(): void {
    try {
      for (let line = this.#waiting[0]; line; line = this.#waiting[0]) {
        const bytes = writeSync(this.#fd, line);
        this.#waitingBytes -= bytes;
        if (bytes < line.length) this.#waiting[0] = line.subarray(bytes);
        else this.#waiting.shift();
      }
    } catch {
      // Any error: a log has nowhere to report it.
    }
  }
}
