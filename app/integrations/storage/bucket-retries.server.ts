import { setTimeout as wait } from 'node:timers/promises';

export const MAX_RETRIES = 8;

const TRANSIENT_STATUSES = [408, 429, 500, 502, 503, 504];

export const isTransient = (status: number): boolean => TRANSIENT_STATUSES.includes(status);

/** Exponential back-off with jitter, capped at `maxMs`. */
export function backOff(attempt: number, maxMs: number): Promise<void> {
  return wait(Math.min(2 ** attempt * 500 * (1 + Math.random()), maxMs));
}

/** Replaces the client library's errors, which contain URLs and credentials of their requests. */
export class BucketError extends Error {
  constructor(readonly code: number | string) {
    super(`the bucket answered ${code}`);
  }
}

export function toBucketError(error: unknown): BucketError {
  if (error instanceof BucketError) return error;
  return new BucketError(statusOf(error) ?? (error as NodeJS.ErrnoException).code ?? 'nothing');
}

/** @throws BucketError unless there was no response, or a transient error */
export function assertTransient(error: unknown): void {
  const status = statusOf(error);
  if (status !== null && !isTransient(status)) throw toBucketError(error);
}

/** Retries while there is no response or a transient error. @throws BucketError */
export async function withRetries<T>(request: () => Promise<T>, maxBackOffMs: number): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await request();
    } catch (error) {
      assertTransient(error);
      if (failures > MAX_RETRIES) throw toBucketError(error);
      await backOff(failures, maxBackOffMs);
    }
  }
}

/** The HTTP status of an error; null when there was no response. */
export function statusOf(error: unknown): number | null {
  const { code, response } = error as { code?: number | string; response?: { status?: number } };
  const status = Number(response?.status ?? code);
  return status >= 400 ? status : null;
}
