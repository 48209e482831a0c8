import { type DetailedError, Upload } from 'tus-js-client';
import { fingerprintOf } from './fingerprint';
import { whileAlone } from './sending-lock';

/** Small enough that little is lost to a proxy which passes on whole requests only. */
const PIECE_BYTES = 8 * 1024 * 1024;
const LONGEST_PAUSE_MS = 30_000;
/**
 * How long nothing may happen on a connection until it counts as dead: one does not hear of its own end when
 * the lid was closed meanwhile, or the network changed. Long enough for what waits in the buffers of a slow line.
 */
const SILENCE_MS = 60_000;
const LOOK_EVERY_MS = 5_000;
/** Long enough for the server to look through a recording of many hours. */
const ANSWER_MS = 180_000;

/** What the server will not take; the message is in the reader's language, '' when it gave none. */
export class Refusal extends Error {}

/** Ends a sending that its person no longer wants. */
export class Cancelled extends Error {}

/** What its person says of a recording; `speakers` may be empty. */
export interface SaidOfRecording {
  language: string;
  speakers: string;
}

export interface SenderEvents {
  /** @param address where what is sent now goes, the same for the same file */
  begun(address: string): void;
  /** @param fraction from 0 to 1 */
  progress(fraction: number): void;
  /** The server has a part of this file already. */
  resumed(): void;
  /** Nothing gets through; it goes on by itself. */
  offline(): void;
}

/** Sends one file in pieces and registers it, however often the line breaks meanwhile. */
export class Sender {
  readonly #file: File;
  readonly #events: SenderEvents;
  readonly #submissionId = crypto.randomUUID();
  readonly #cancelled = new AbortController();
  #upload: Upload | undefined;
  #isPaused = false;
  #failures = 0;
  /** Changes with every start, so that a wait which is over late starts nothing twice. */
  #attempt = 0;
  #lastSignAt = 0;

  constructor(file: File, events: SenderEvents) {
    this.#file = file;
    this.#events = events;
  }

  /**
   * @param afterBytes called when all of it has arrived, before it is registered
   * @throws Refusal; Cancelled
   */
  async send(said: SaidOfRecording, afterBytes: () => void): Promise<void> {
    const address = await this.#begin();
    this.#events.begun(address);
    await whileAlone(address, this.#cancelled.signal, async () => {
      await this.#sendBytes(address);
      afterBytes();
      await this.#finish(address, said);
    });
  }

  pause(): void {
    this.#isPaused = true;
    this.#attempt += 1;
    void this.#upload?.abort();
  }

  resume(): void {
    this.#isPaused = false;
    this.#attempt += 1;
    this.#start();
  }

  /** Stops, and has the server forget what has arrived. */
  async cancel(): Promise<void> {
    this.#cancelled.abort(new Cancelled());
    await this.#upload?.abort(true).catch(() => undefined);
  }

  async #begin(): Promise<string> {
    const { name: fileName, size: sizeBytes } = this.#file;
    const body = JSON.stringify({ fileName, sizeBytes, fingerprint: await fingerprintOf(this.#file) });
    const answer = await this.#post('/uploads', { 'Content-Type': 'application/json' }, body);
    return ((await answer.json()) as { address: string }).address;
  }

  #start(): void {
    this.#lastSignAt = Date.now();
    this.#upload?.start();
  }

  /** Gives up a connection on which nothing happens any more, and takes another. */
  #startAfresh(): void {
    const attempt = ++this.#attempt;
    this.#lastSignAt = Date.now();
    this.#events.offline();
    void this.#upload?.abort().then(() => {
      if (attempt === this.#attempt && !this.#cancelled.signal.aborted) this.#start();
    });
  }

  async #sendBytes(address: string): Promise<void> {
    const watch = setInterval(() => {
      if (!this.#isPaused && Date.now() - this.#lastSignAt > SILENCE_MS) this.#startAfresh();
    }, LOOK_EVERY_MS);
    try {
      await this.#sendPieces(address);
    } finally {
      clearInterval(watch);
    }
  }

  #sendPieces(address: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#cancelled.signal.addEventListener('abort', () => reject(this.#cancelled.signal.reason));
      let isFirst = true;
      const upload = new Upload(this.#file, {
        uploadUrl: new URL(address, location.href).href,
        chunkSize: PIECE_BYTES,
        // Tried again here, for as long as it takes.
        retryDelays: null,
        storeFingerprintForResuming: false,
        onAfterResponse: (request, response) => {
          if (isFirst && request.getMethod() === 'HEAD' && Number(response.getHeader('Upload-Offset')) > 0) {
            this.#events.resumed();
          }
          isFirst = false;
        },
        onProgress: (sent, total) => {
          this.#failures = 0;
          this.#lastSignAt = Date.now();
          this.#events.progress(sent / total);
        },
        onSuccess: () => resolve(),
        onError: (error) => {
          const refusal = refusalIn(error as DetailedError);
          if (refusal) return reject(refusal);
          const attempt = this.#attempt;
          void this.#pauseForLine().then(() => {
            if (attempt === this.#attempt && !this.#cancelled.signal.aborted) this.#start();
          });
        },
      });
      this.#upload = upload;
      if (!this.#isPaused) this.#start();
    });
  }

  async #finish(address: string, said: SaidOfRecording): Promise<void> {
    const form = new URLSearchParams({ submissionId: this.#submissionId, ...said });
    await this.#post(address, { 'X-Dialog': '1' }, form);
  }

  /** Posts until an answer comes. */
  async #post(address: string, headers: Record<string, string>, body: BodyInit): Promise<Response> {
    for (;;) {
      this.#cancelled.signal.throwIfAborted();
      const signal = AbortSignal.any([this.#cancelled.signal, AbortSignal.timeout(ANSWER_MS)]);
      const answer = await fetch(address, { method: 'POST', headers, body, signal }).catch(() => null);
      if (answer && answer.status < 500) {
        this.#failures = 0;
        return accepted(answer);
      }
      await this.#pauseForLine();
    }
  }

  /** Waits longer each time, and no longer than until the line is back. */
  async #pauseForLine(): Promise<void> {
    this.#failures += 1;
    this.#events.offline();
    const ms = Math.min(LONGEST_PAUSE_MS, 500 * 2 ** this.#failures);
    await new Promise<void>((resolve) => {
      const timer = setTimeout(goOn, ms);
      window.addEventListener('online', goOn);
      function goOn() {
        clearTimeout(timer);
        window.removeEventListener('online', goOn);
        resolve();
      }
    });
  }
}

/** @throws Refusal */
async function accepted(answer: Response): Promise<Response> {
  const elsewhere = answer.headers.get('X-Location');
  // The session ended: this page leads to the login page, and from there back here.
  if (answer.redirected || elsewhere?.startsWith('/login')) location.reload();
  else if (answer.ok) return answer;
  const isSentence = answer.headers.get('Content-Type')?.startsWith('text/plain');
  throw new Refusal(isSentence ? (await answer.text()).trim() : '');
}

/** What the server said for good; null for what another try may mend. */
function refusalIn({ originalResponse }: DetailedError): Refusal | null {
  const status = originalResponse?.getStatus() ?? 0;
  const isPassing = status === 0 || status === 409 || status === 423 || status >= 500;
  return isPassing ? null : new Refusal();
}
