import { CHUNK_BYTES, type Uploader, type UploaderEvents } from './uploader';

export interface BucketSession {
  address: string;
  receivedBytes: number;
}

/** Finds the session, or opens another when it has expired; null when the file does not go to a bucket. */
type FindSession = (signal: AbortSignal) => Promise<BucketSession | null>;

/**
 * Failed attempts in a row, while our own server responds, until the bucket counts as unreachable: a network
 * may block it. Fewer while the bucket has nothing yet, since another uploader then loses nothing.
 */
const MAX_FAILURES = { empty: 4, begun: 12 };

/**
 * Before the first chunk, and after every error, our server is asked how much has arrived: browsers do not
 * expose every cross-origin response. Source: cloud.google.com/storage/docs/performing-resumable-uploads.
 */
export class BucketUploader implements Uploader {
  readonly #file: File;
  readonly #ask: FindSession;
  readonly #events: UploaderEvents;
  #attempt = new AbortController();
  #receivedBytes = 0;
  #isFirst = true;
  #triesInVain = 0;

  constructor(file: File, ask: FindSession, events: UploaderEvents) {
    this.#file = file;
    this.#ask = ask;
    this.#events = events;
  }

  start(): void {
    this.#attempt.abort();
    this.#attempt = new AbortController();
    const { signal } = this.#attempt;
    void this.#send(signal).catch((error) => {
      if (!signal.aborted) this.#events.rejected(error);
    });
  }

  async stop(): Promise<void> {
    this.#attempt.abort();
  }

  async #send(signal: AbortSignal): Promise<void> {
    const session = await this.#ask(signal);
    if (signal.aborted) return;
    if (!session) return this.#events.unreachable();
    if (this.#isFirst && session.receivedBytes > 0) this.#events.resumed();
    this.#isFirst = false;
    if (session.receivedBytes > this.#receivedBytes) this.#kept(session.receivedBytes);
    this.#receivedBytes = session.receivedBytes;
    while (this.#receivedBytes < this.#file.size) {
      const receivedBytes = await this.#sendPiece(session.address, signal);
      if (signal.aborted) return;
      if (receivedBytes === null || receivedBytes <= this.#receivedBytes) return this.#breakOff();
      this.#kept(receivedBytes);
    }
    this.#events.done();
  }

  #kept(receivedBytes: number): void {
    this.#receivedBytes = receivedBytes;
    this.#triesInVain = 0;
    this.#events.stored();
  }

  #breakOff(): void {
    this.#triesInVain += 1;
    const isHopeless = this.#triesInVain >= MAX_FAILURES[this.#receivedBytes === 0 ? 'empty' : 'begun'];
    if (isHopeless) this.#events.unreachable();
    else this.#events.failed();
  }

  /** @returns the bytes that the bucket then has; null when its response does not say */
  #sendPiece(address: string, signal: AbortSignal): Promise<number | null> {
    const { size } = this.#file;
    const start = this.#receivedBytes;
    const end = Math.min(start + CHUNK_BYTES, size);
    return new Promise((resolve) => {
      // `fetch` does not report upload progress.
      const request = new XMLHttpRequest();
      request.open('PUT', address);
      request.setRequestHeader('Content-Range', `bytes ${start}-${end - 1}/${size}`);
      request.upload.onprogress = ({ loaded }) => this.#events.progress((start + loaded) / size);
      request.onloadend = () => resolve(receivedIn(request, size));
      signal.addEventListener('abort', () => request.abort());
      request.send(this.#file.slice(start, end));
    });
  }
}

function receivedIn(request: XMLHttpRequest, size: number): number | null {
  if (request.status === 200 || request.status === 201) return size;
  if (request.status !== 308) return null;
  const last = /-(\d+)$/.exec(request.getResponseHeader('Range') ?? '')?.[1];
  return last === undefined ? null : Number(last) + 1;
}
