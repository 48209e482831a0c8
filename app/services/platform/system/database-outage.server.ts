import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { log } from '@/app/config/log.server';
import { database } from '@/models/database.server';
import { isLocked, isUnreachable } from '@/models/database-unavailable.server';

const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 2_000;

interface Outage {
  isUnreachable: boolean;
  over: Promise<void>;
}

let outage: Outage | null = null;

/** Whether the database is unreachable at the moment: it failed and has not responded since. */
export const isDatabaseDown = (): boolean => outage?.isUnreachable ?? false;

/** Unreachable or locked; the outage is logged separately. */
export const isDatabaseUnavailable = (error: unknown): boolean => isUnreachable(error) || isLocked(error);

/**
 * All reports of one outage share a log line, a poll with back-off, and a log line at recovery, when this
 * resolves.
 */
export function reportOutage(error: unknown): Promise<void> {
  outage ??= {
    isUnreachable: isUnreachable(error),
    over: pollUntilRecovered(error).finally(() => {
      outage = null;
    }),
  };
  return outage.over;
}

/** Waits until the database recovers from the outage of an error, or the signal aborts. */
export async function waitForRecovery(error: unknown, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const waited = new AbortController();
  const stopped = once(signal, 'abort', { signal: waited.signal }).catch(() => undefined);
  await Promise.race([reportOutage(error), stopped]);
  waited.abort();
}

/**
 * Runs `work`, and retries it after each database outage. A write may have been committed when the outage cut
 * off its response, so `work` must be idempotent.
 * @throws what `work` throws for another reason, or once the signal has aborted
 */
export async function retryThroughOutages<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseUnavailable(error) || signal.aborted) throw error;
      await waitForRecovery(error, signal);
    }
  }
}

async function pollUntilRecovered(error: unknown): Promise<void> {
  const startedAt = performance.now();
  log.error({ error }, 'the database is away');
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    await sleep(pauseMs * (0.5 + Math.random() / 2));
    if (await acceptsWrites()) break;
  }
  log.info({ awayMs: Math.round(performance.now() - startedAt) }, 'the database is back');
}

/** Opens a transaction, since SQLite still reads while another process holds its writer lock. */
const acceptsWrites = () =>
  database()
    .transaction(async () => undefined)
    .then(
      () => true,
      () => false,
    );
