import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { log } from '@/app/config/log.server';
import { database } from '@/models/database.server';
import { isLocked, isUnreachable } from '@/models/database-away.server';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

interface Outage {
  isUnreachable: boolean;
  over: Promise<void>;
}

let outage: Outage | null = null;

/** Whether the database was not to be reached a moment ago and has not answered since. */
export const isDatabaseOut = (): boolean => outage?.isUnreachable ?? false;

/** Whether an error is the database's being away, of which the outage tells by itself. */
export const isDatabaseAway = (error: unknown): boolean => isUnreachable(error) || isLocked(error);

/**
 * Takes note of an error that says that the database is away. However many do, one line is logged, one question is
 * repeated with back-off, and one more line is logged when it is answered.
 * @returns what resolves then
 */
export function noteOutage(error: unknown): Promise<void> {
  outage ??= {
    isUnreachable: isUnreachable(error),
    over: untilItAnswers(error).finally(() => {
      outage = null;
    }),
  };
  return outage.over;
}

/** Waits for the end of the outage that an error tells of, or until the signal aborts. */
export async function outlive(error: unknown, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const waited = new AbortController();
  const stopped = once(signal, 'abort', { signal: waited.signal }).catch(() => undefined);
  await Promise.race([noteOutage(error), stopped]);
  waited.abort();
}

/**
 * Does `work`, and again after each outage that it meets. What it writes may have been written when an outage cut off
 * the answer, so it must not matter twice.
 * @throws what `work` throws for another reason, or once the signal has aborted
 */
export async function throughOutages<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseAway(error) || signal.aborted) throw error;
      await outlive(error, signal);
    }
  }
}

async function untilItAnswers(error: unknown): Promise<void> {
  const startedAt = performance.now();
  log.error({ error }, 'the database is away');
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    await sleep(pauseMs * (0.5 + Math.random() / 2));
    if (await takesWrites()) break;
  }
  log.info({ awayMs: Math.round(performance.now() - startedAt) }, 'the database is back');
}

/** SQLite reads while another process holds its lock for writers. */
const takesWrites = () =>
  database()
    .transaction(async () => undefined)
    .then(
      () => true,
      () => false,
    );
