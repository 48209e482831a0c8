import { type BucketSession, BucketUploader } from './bucket-uploader';
import { TusUploader } from './tus-uploader';
import { withUploadLock } from './upload-lock';
import { type Uploader, type UploaderEvents, UploadRejected } from './uploader';

const MAX_BACKOFF_MS = 30_000;
/**
 * Idle timeout after which a connection counts as dead: a browser gets no event when the laptop was suspended
 * or the network changed. Long enough for the buffers of a slow connection.
 */
const IDLE_TIMEOUT_MS = 60_000;
const IDLE_CHECK_MS = 5_000;
/** Long enough for the server to probe a recording of many hours. */
const RESPONSE_TIMEOUT_MS = 180_000;
const INSUFFICIENT_STORAGE = 507;
const INTERNAL_ERROR = 500;
const TUS = { 'Tus-Resumable': '1.0.0' };

export class Cancelled extends Error {}

/** What is said of a recording; `speakers` may be empty. */
export interface RecordingOptions {
  language: string;
  speakers: string;
}

interface SenderEvents {
  /** @param address URL of the upload, the same for the same file */
  started(address: string): void;
  progress(fraction: number): void;
  resumed(): void;
  /** No connection; retries by itself. */
  offline(): void;
}

/** Sends one file in chunks and registers it, however often the connection breaks meanwhile. */
export class Sender {
  readonly #file: File;
  readonly #options: RecordingOptions;
  readonly #events: SenderEvents;
  readonly #submissionId = crypto.randomUUID();
  readonly #cancelled = new AbortController();
  #address = '';
  #line: Uploader | undefined;
  #isPaused = false;
  /** In a row, of the current uploader. */
  #failures = 0;
  /** Incremented by every start, so that a retry timer that is late starts nothing twice. */
  #attempt = 0;
  #lastSignAt = 0;

  constructor(file: File, options: RecordingOptions, events: SenderEvents) {
    this.#file = file;
    this.#options = options;
    this.#events = events;
  }

  /**
   * @param afterBytes called when all bytes have arrived, before the file is registered
   * @throws UploadRejected, Cancelled
   */
  async send(afterBytes: () => void): Promise<void> {
    const address = await this.#begin();
    this.#address = address;
    this.#events.started(address);
    await withUploadLock(address, this.#cancelled.signal, async () => {
      await this.#sendBytes();
      afterBytes();
      await this.#finish();
    });
  }

  pause(): void {
    this.#isPaused = true;
    this.#attempt += 1;
    void this.#line?.stop();
  }

  resume(): void {
    this.#isPaused = false;
    this.#attempt += 1;
    this.#start();
  }

  /** Stops, and deletes the upload on the server. */
  async cancel(): Promise<void> {
    this.#cancelled.abort(new Cancelled());
    await this.#line?.stop();
    if (!this.#address) return;
    await fetch(this.#address, { method: 'DELETE', headers: TUS }).catch(() => undefined);
  }

  async #begin(): Promise<string> {
    const { name: fileName, size: sizeBytes } = this.#file;
    const fingerprint = await fingerprintOf(this.#file);
    const { language, speakers } = this.#options;
    const body = JSON.stringify({
      ...{ fileName, sizeBytes, fingerprint, language },
      ...(speakers && { speakers }),
    });
    const answer = await this.#post('/uploads', { 'Content-Type': 'application/json' }, body);
    return ((await answer.json()) as { address: string }).address;
  }

  async #askForSession(signal: AbortSignal): Promise<BucketSession | null> {
    const answer = await this.#post(`${this.#address}/session`, {}, null, signal);
    return (await answer.json()) as BucketSession | null;
  }

  #start(): void {
    this.#lastSignAt = Date.now();
    this.#line?.start();
  }

  #startAfresh(): void {
    this.#attempt += 1;
    this.#lastSignAt = Date.now();
    this.#events.offline();
    this.#startAfter(this.#line?.stop());
  }

  #startAfter(pause: Promise<void> | undefined): void {
    const attempt = this.#attempt;
    void pause?.then(() => {
      if (attempt === this.#attempt && !this.#cancelled.signal.aborted) this.#start();
    });
  }

  async #sendBytes(): Promise<void> {
    const watch = setInterval(() => {
      if (!this.#isPaused && Date.now() - this.#lastSignAt > IDLE_TIMEOUT_MS) this.#startAfresh();
    }, IDLE_CHECK_MS);
    try {
      const ask = (signal: AbortSignal) => this.#askForSession(signal);
      const isSent = await this.#carry((events) => new BucketUploader(this.#file, ask, events));
      if (!isSent) await this.#carry((events) => new TusUploader(this.#file, this.#address, events));
    } finally {
      clearInterval(watch);
    }
  }

  /** @returns false when the target is unreachable. @throws UploadRejected; Cancelled */
  #carry(lineFor: (events: UploaderEvents) => Uploader): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#cancelled.signal.addEventListener('abort', () => reject(this.#cancelled.signal.reason));
      this.#failures = 0;
      this.#line = lineFor({
        resumed: () => this.#events.resumed(),
        progress: (fraction) => {
          this.#lastSignAt = Date.now();
          this.#events.progress(fraction);
        },
        stored: () => {
          this.#failures = 0;
        },
        done: () => resolve(true),
        unreachable: () => resolve(false),
        rejected: reject,
        failed: () => this.#startAfter(this.#pauseForLine(++this.#failures)),
      });
      if (!this.#isPaused) this.#start();
    });
  }

  async #finish(): Promise<void> {
    const form = new URLSearchParams({ submissionId: this.#submissionId, ...this.#options });
    await this.#post(this.#address, { 'X-Dialog': '1' }, form);
  }

  /** Retries the POST until there is a response. */
  async #post(
    address: string,
    headers: Record<string, string>,
    body: BodyInit | null,
    unwanted = this.#cancelled.signal,
  ): Promise<Response> {
    for (let failures = 1; ; failures += 1) {
      unwanted.throwIfAborted();
      const signal = AbortSignal.any([unwanted, AbortSignal.timeout(RESPONSE_TIMEOUT_MS)]);
      const answer = await fetch(address, { method: 'POST', headers, body, signal }).catch(() => null);
      if (answer && isFinal(answer)) return requireAccepted(answer);
      unwanted.throwIfAborted();
      await this.#pauseForLine(failures);
    }
  }

  /** Exponential back-off, cut short when the browser is online again. */
  async #pauseForLine(failures: number): Promise<void> {
    this.#events.offline();
    const ms = Math.min(MAX_BACKOFF_MS, 500 * 2 ** failures);
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

/** @throws UploadRejected */
async function requireAccepted(answer: Response): Promise<Response> {
  const elsewhere = answer.headers.get('X-Location');
  // The session has expired: reloading leads to the login page, and from there back here.
  if (answer.redirected || elsewhere?.startsWith('/login')) location.reload();
  else if (answer.ok) return answer;
  throw new UploadRejected(isSentence(answer) ? (await answer.text()).trim() : '');
}

const isSentence = ({ headers }: Response) => headers.get('Content-Type')?.startsWith('text/plain') ?? false;

/** Not to be retried. A 502 or 503 is, since a proxy may have sent it. */
const isFinal = (answer: Response) =>
  answer.status < 500 ||
  answer.status === INSUFFICIENT_STORAGE ||
  (answer.status === INTERNAL_ERROR && isSentence(answer));

const SAMPLE_BYTES = 64 * 1024;

/** Tells whether a file chosen after a reload is the same. Not secret, so a short hash (FNV-1a) is enough. */
async function fingerprintOf(file: File): Promise<string> {
  const ends = [file.slice(0, SAMPLE_BYTES), file.slice(-SAMPLE_BYTES)];
  const hashes = await Promise.all(ends.map(async (end) => fnv1a(new Uint8Array(await end.arrayBuffer()))));
  return [file.lastModified, ...hashes].join(' ');
}

function fnv1a(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}
