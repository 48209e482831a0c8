import { setTimeout as sleep } from 'node:timers/promises';

/** For what takes long on a loaded machine, such as a transcription or the start of a program. */
const SLOW_MS = 90_000;

/** Options of `expect.poll` for the same. */
export const SLOW = { timeout: SLOW_MS };

/** Options of `expect.poll` for processes, files and databases of this machine, which cost little to look at. */
export const OFTEN = { interval: 20 };

interface Wait {
  /** Completes the sentence "Waited in vain for …"; a function when it tells what was there instead. */
  what: string | (() => string);
  timeoutMs?: number;
  intervalMs?: number;
}

type Truthy<T> = Exclude<T, false | 0 | '' | null | undefined>;

/**
 * Polls until a condition holds. For code that also runs in hooks or outside of Vitest, where `expect.poll`
 * does not work.
 * @returns the first value of the condition that is truthy
 * @throws Error when the condition still does not hold at the end, and at once what the condition throws
 */
export async function until<T>(
  condition: () => T | Promise<T>,
  { what, timeoutMs = SLOW_MS, intervalMs = OFTEN.interval }: Wait,
): Promise<Truthy<T>> {
  const endsAt = performance.now() + timeoutMs;
  for (;;) {
    // One more look after the end: on a loaded machine all the time may pass in one sleep.
    const isLast = performance.now() >= endsAt;
    const value = await condition();
    if (value) return value as Truthy<T>;
    if (isLast) {
      throw new Error(`Waited ${timeoutMs} ms in vain for ${typeof what === 'string' ? what : what()}`);
    }
    await sleep(intervalMs);
  }
}
