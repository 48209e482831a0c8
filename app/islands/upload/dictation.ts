import { type DictationState, MAX_DICTATION_CHUNK_BYTES } from '@/app/domain/upload/dictation';

/** The text also comes while nothing is recorded, and what failed is sent again. */
const ASK_AGAIN_MS = 3_000;
const LONGEST_PAUSE_MS = 30_000;
/** A server that was away for so long gets no more: this is a copy, and memory is for the recording. */
const MAX_WAITING_BYTES = 8 * 1024 ** 2;
const LAST_SEND_MS = 5_000;

/**
 * Sends a recording to the server while it is made, for live text. The recording does not depend on it: whatever goes
 * wrong here ends, or delays, the text alone.
 */
export class Dictation {
  readonly #begin: { address: string; language: string };
  readonly #show: (passages: NonNullable<DictationState['passages']>) => void;
  readonly #timer = setInterval(() => void this.#send(), ASK_AGAIN_MS);
  #address: string | null = null;
  #waiting = new Blob();
  /** Where `#waiting` begins in the recording. */
  #at = 0;
  #heard = 0;
  #sending: Promise<void> | null = null;
  #isOver = false;
  #failures = 0;
  #nextAt = 0;

  /** @param begin address that begins a dictation, and the language that is spoken */
  constructor(
    begin: { address: string; language: string },
    show: (passages: NonNullable<DictationState['passages']>) => void,
  ) {
    this.#begin = begin;
    this.#show = show;
  }

  add(bytes: Blob): void {
    if (this.#isOver) return;
    this.#waiting = new Blob([this.#waiting, bytes]);
    if (this.#waiting.size > MAX_WAITING_BYTES) this.#end();
    void this.#send();
  }

  /** Waits a little until the server has all of it, so that the transcription need not hear it again. */
  async finish(): Promise<void> {
    let isLate = false;
    const late = new Promise<boolean>((resolve) => setTimeout(resolve, LAST_SEND_MS, true));
    while (!isLate && !this.#isOver && this.#waiting.size > 0 && this.#failures === 0) {
      isLate = await Promise.race([this.#send().then(() => false), late]);
    }
    this.#end();
  }

  async discard(): Promise<void> {
    this.#end();
    await this.#sending;
    if (this.#address) await fetch(this.#address, { method: 'DELETE' }).catch(() => undefined);
  }

  #end(): void {
    this.#isOver = true;
    this.#waiting = new Blob();
    clearInterval(this.#timer);
  }

  /** One request at a time. */
  #send(): Promise<void> {
    if (this.#isOver || Date.now() < this.#nextAt) return this.#sending ?? Promise.resolve();
    this.#sending ??= this.#sendNext().finally(() => {
      this.#sending = null;
    });
    return this.#sending;
  }

  async #sendNext(): Promise<void> {
    const isSent = await this.#sendChunk().catch(() => false);
    this.#failures = isSent ? 0 : this.#failures + 1;
    this.#nextAt = isSent ? 0 : Date.now() + Math.min(1_000 * 2 ** this.#failures, LONGEST_PAUSE_MS);
  }

  /** @returns false when it has to be tried again */
  async #sendChunk(): Promise<boolean> {
    if (!this.#address) {
      const headers = { 'Content-Type': 'application/json' };
      const body = JSON.stringify({ language: this.#begin.language });
      const begun = await fetch(this.#begin.address, { method: 'POST', headers, body });
      if (!begun.ok) return this.#refused(begun);
      this.#address = ((await begun.json()) as { address: string }).address;
    }
    const body = this.#waiting.slice(0, MAX_DICTATION_CHUNK_BYTES);
    const place = new URLSearchParams({ at: String(this.#at), heard: String(this.#heard) });
    const answer = await fetch(`${this.#address}?${place}`, { method: 'POST', body });
    if (!answer.ok) return this.#refused(answer);
    this.#accept((await answer.json()) as DictationState);
    return true;
  }

  /** Too much at once passes; anything else does not. */
  #refused({ status }: Response): boolean {
    if (status >= 500 || status === 429) return false;
    this.#end();
    return true;
  }

  #accept({ bytes, heard, passages }: DictationState): void {
    if (this.#isOver) return;
    if (passages) this.#show(passages);
    this.#heard = heard;
    const arrived = bytes - this.#at;
    if (arrived >= 0 && arrived <= this.#waiting.size) {
      this.#waiting = this.#waiting.slice(arrived);
      this.#at = bytes;
    } else this.#end();
  }
}
