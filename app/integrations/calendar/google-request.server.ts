import { setTimeout as sleep } from 'node:timers/promises';
import { boundedResponse } from '@/app/config/bounded-response.server';
import { tracedFetch } from '@/app/config/traced-fetch.server';
import { withTimeout } from '@/app/config/with-timeout.server';
import { isPassing, readFailure, toPortError } from './google-failure';
import { CalendarUnavailable } from './port';

/** How long requests to Google may take. */
export interface Pace {
  /** For one call of the port, with all its attempts and pauses. */
  totalMs: number;
  /** For a call that reads a whole calendar. */
  longMs: number;
  /** For one attempt. */
  attemptMs: number;
  /** The first pause before another attempt; each later one is twice as long. */
  pauseMs: number;
}

export const PACE: Pace = { totalMs: 15_000, longMs: 60_000, attemptMs: 10_000, pauseMs: 500 };

/** More than 2,500 events with long descriptions have. */
const MAX_ANSWER_BYTES = 24 * 1024 * 1024;
const MAX_RETRIES = 4;

/** In place of the client library's own fetch, which bounds neither the time nor the size of a body. */
export const boundedFetch =
  (timeoutMs: number): typeof fetch =>
  (input, { method = 'GET', headers = {}, body = null, signal: outer } = {}) =>
    boundedResponse({ maxBytes: MAX_ANSWER_BYTES, timeoutMs, ...(outer && { signal: outer }) }, (signal) =>
      // No redirect: it would carry the tokens elsewhere.
      tracedFetch(input, { method, headers, body, redirect: 'error', signal }),
    );

/**
 * Bounds one call of the port in time.
 * @throws CalendarUnavailable when the time is over; errors of `work`
 */
export async function within<T>(timeoutMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const never = new AbortController();
  try {
    return await withTimeout({ signal: never.signal, timeoutMs }, (signal) =>
      Promise.race([work(signal), rejectOnAbort(signal)]),
    );
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError')
      throw new CalendarUnavailable('no answer in time');
    throw error;
  }
}

const rejectOnAbort = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

/**
 * Sends a request again while it fails in a way that passes, after a pause that doubles, or the one that Google asks
 * for.
 * @throws the port's errors
 */
export async function patiently<T>(pace: Pace, signal: AbortSignal, request: () => Promise<T>): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await request();
    } catch (error) {
      const failure = readFailure(error);
      if (!isPassing(failure) || failures === MAX_RETRIES) throw toPortError(failure);
      const pauseMs = failure.retryAfterMs ?? pace.pauseMs * 2 ** failures * (1 + Math.random() / 2);
      // The pause outlasts any call: what waits for it waits in vain.
      if (pauseMs >= pace.totalMs) throw toPortError(failure);
      await sleep(pauseMs, undefined, { signal });
    }
  }
}
