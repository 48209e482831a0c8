import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { AppError } from '@/app/domain/errors';

/** How fast a body has to arrive. Time in which we do not take what has arrived does not count. */
export interface BodyPace {
  /** How long no byte at all may arrive. */
  silenceMs: number;
  /** The least that arrives, averaged over `windowMs`. */
  bytesPerSecond: number;
  windowMs: number;
  /** How long the whole body may take. */
  wholeMs: number;
}

/** A recording may come over a line that rests for a while, and for hours. */
const UPLOAD_PACE: BodyPace = {
  silenceMs: 60_000,
  bytesPerSecond: 1024,
  windowMs: 60_000,
  wholeMs: Number.POSITIVE_INFINITY,
};
/** A form is kept in memory until it is whole. */
const FORM_PACE: BodyPace = { ...UPLOAD_PACE, silenceMs: 30_000, wholeMs: 300_000 };

/** What a form without a file, a notice or an island sends. As pacedBody. */
export const formBody = (request: Pick<Request, 'body'>): Readable => pacedBody(request, FORM_PACE);

/** What a form with a file sends, or a piece of an upload. As pacedBody. */
export const uploadBody = (request: Pick<Request, 'body'>): Readable => pacedBody(request, UPLOAD_PACE);

/**
 * What a request carries, as a stream that may be destroyed at any time: the rest of the body is then left
 * alone, and with it the connection, which the answer still needs. (To cancel the body itself, as
 * `Readable.fromWeb` would, makes Remix destroy both.)
 * It fails with AppError 'form.too-slow' when the body arrives more slowly than `pace`.
 */
export function pacedBody(request: Pick<Request, 'body'>, pace: BodyPace): Readable {
  const reader = (request.body as ReadableStream<Uint8Array> | null)?.getReader();
  const least = (pace.bytesPerSecond * pace.windowMs) / 1000;
  let timer: NodeJS.Timeout | undefined;
  /** When the last byte came, and up to when the time is counted in the window. */
  let heardAt = 0;
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
    if (newBytes === 0 && now - heardAt >= pace.silenceMs) return true;
    if (windowMs < pace.windowMs) return false;
    const isBelow = windowBytes < least;
    windowMs = 0;
    windowBytes = 0;
    return isBelow;
  }

  function watch(body: Readable): void {
    const ms = Math.min(
      heardAt + pace.silenceMs - countedAt,
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
      heardAt = performance.now();
      countedAt = heardAt;
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
