import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { AppError, type AppErrorCode } from '@/app/domain/errors';

/** Minimum rate of a request body. Time under backpressure, while we do not read, does not count. */
export interface BodyPace {
  /** Maximum time without a byte. */
  maxIdleMs: number;
  /** Minimum rate, averaged over `windowMs`. */
  minBytesPerSecond: number;
  windowMs: number;
  wholeMs: number;
}

/** An upload may take hours over a slow connection with pauses. */
const UPLOAD_PACE: BodyPace = {
  maxIdleMs: 60_000,
  minBytesPerSecond: 1024,
  windowMs: 60_000,
  wholeMs: Number.POSITIVE_INFINITY,
};
/** A form is held in memory until it is complete. */
const FORM_PACE: BodyPace = { ...UPLOAD_PACE, maxIdleMs: 30_000, wholeMs: 300_000 };

/** The body of a form without a file, of a webhook, or from an island. See pacedBody. */
export const formBody = (request: Pick<Request, 'body'>): Readable => pacedBody(request, FORM_PACE);

/** The body of a form with a file, or of an upload chunk. See pacedBody. */
export const uploadBody = (request: Pick<Request, 'body'>): Readable => pacedBody(request, UPLOAD_PACE);

/** A form's body as text, at most `maxBytes` of it. @throws AppError `tooLarge`, 'form.too-slow' */
export async function readBodyText(
  request: Pick<Request, 'body'>,
  { maxBytes, tooLarge }: { maxBytes: number; tooLarge: AppErrorCode },
  decoder = new TextDecoder(),
): Promise<string> {
  let bytes = 0;
  let text = '';
  for await (const chunk of formBody(request) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new AppError(tooLarge);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Bytes from an island, at most `maxBytes` of them. @throws as readBodyText */
export async function readBodyBytes(
  request: Pick<Request, 'body'>,
  { maxBytes, tooLarge }: { maxBytes: number; tooLarge: AppErrorCode },
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of formBody(request) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new AppError(tooLarge);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * A body with a minimum rate, which may be destroyed at any time: the rest is left unread, and the connection
 * stays open for the response. (`Readable.fromWeb` would cancel the body, and Remix then destroys both.)
 * Fails with AppError 'form.too-slow'.
 */
export function pacedBody(request: Pick<Request, 'body'>, pace: BodyPace): Readable {
  const reader = (request.body as ReadableStream<Uint8Array> | null)?.getReader();
  const minBytes = (pace.minBytesPerSecond * pace.windowMs) / 1000;
  let timer: NodeJS.Timeout | undefined;
  /** Time of the last byte, and time up to which the window has been counted. */
  let lastByteAt = 0;
  let countedAt = 0;
  let wholeMs = 0;
  let windowMs = 0;
  let windowBytes = 0;

  function isTooSlow(newBytes: number): boolean {
    const now = performance.now();
    wholeMs += now - countedAt;
    windowMs += now - countedAt;
    windowBytes += newBytes;
    countedAt = now;
    if (wholeMs >= pace.wholeMs) return true;
    if (newBytes === 0 && now - lastByteAt >= pace.maxIdleMs) return true;
    if (windowMs < pace.windowMs) return false;
    const isBelow = windowBytes < minBytes;
    windowMs = 0;
    windowBytes = 0;
    return isBelow;
  }

  function watch(body: Readable): void {
    const ms = Math.min(
      lastByteAt + pace.maxIdleMs - countedAt,
      pace.windowMs - windowMs,
      pace.wholeMs - wholeMs,
    );
    timer = setTimeout(() => {
      if (isTooSlow(0)) body.destroy(new AppError('form.too-slow'));
      else watch(body);
    }, ms);
  }

  return new Readable({
    read() {
      if (!reader) return void this.push(null);
      lastByteAt = performance.now();
      countedAt = lastByteAt;
      watch(this);
      reader.read().then(
        ({ done, value }) => {
          clearTimeout(timer);
          if (done) this.push(null);
          else if (isTooSlow(value.length)) this.destroy(new AppError('form.too-slow'));
          else this.push(value);
        },
        (error: Error) => this.destroy(error),
      );
    },
    destroy(error, done) {
      clearTimeout(timer);
      reader?.releaseLock();
      done(error);
    },
  });
}
