import { setTimeout as sleep } from 'node:timers/promises';
import { log } from '@/app/config/log.server';
import type { JobName } from '@/app/domain/jobs';
import type { Job } from '@/models/job.server';
import { isDatabaseUnavailable, waitForRecovery } from '../system/database-outage.server';
import { onJobsAnnounced } from './announce-jobs.server';
import { claimDueJob } from './claim-job.server';
import { findDueJobs } from './find-due-jobs.server';
import { HEARTBEAT_MS, type JobHandler, type JobHandlers } from './job';
import { runAttempt } from './run-attempt.server';

/** Pauses between looks at an idle queue, from the first to the longest. */
const MIN_IDLE_MS = 100;
const MAX_IDLE_MS = 1_250;
/** Jobs looked for beyond the free slots, since other workers find the same ones. */
const SPARE = 5;

/** Jobs that share slots. */
export interface Pool {
  handlers: Partial<JobHandlers>;
  /** Jobs that run at once. */
  slots: number;
  /** Asked before each look for jobs; they wait while it resolves to false. */
  mayStart?: (() => Promise<boolean>) | undefined;
}

/**
 * Runs due jobs until the signal aborts; then running jobs are stopped and requeued. One statement looks for the jobs
 * of all pools with free slots: at once when a job is announced in this process or has ended, else after a pause.
 */
export async function runJobs(pools: Pool[], signal: AbortSignal): Promise<void> {
  const running = pools.map((pool) => new RunningPool(pool, signal));
  const bell = new Bell();
  const unsubscribe = onJobsAnnounced(() => bell.ring());
  let pauseMs = MIN_IDLE_MS;
  while (!signal.aborted) {
    bell.reset();
    if ((await startOrLog(running, signal)) > 0) {
      pauseMs = MIN_IDLE_MS;
      continue;
    }
    const pause = new AbortController();
    await Promise.race([
      sleep(pauseMs, undefined, { signal: AbortSignal.any([signal, pause.signal]) }).catch(() => undefined),
      bell.hasRung,
      ...running.flatMap((pool) => pool.attempts),
    ]);
    pause.abort();
    pauseMs = Math.min(2 * pauseMs, MAX_IDLE_MS);
  }
  unsubscribe();
  await Promise.all(running.flatMap((pool) => pool.attempts));
}

/** Remembers a ring until it is reset. */
class Bell {
  hasRung!: Promise<void>;
  ring!: () => void;

  constructor() {
    this.reset();
  }

  reset(): void {
    this.hasRung = new Promise((resolve) => (this.ring = resolve));
  }
}

class RunningPool {
  readonly names: JobName[];
  readonly #pool: Pool;
  readonly #stop: AbortSignal;
  readonly #attempts = new Set<Promise<void>>();

  constructor(pool: Pool, stop: AbortSignal) {
    this.names = Object.keys(pool.handlers) as JobName[];
    this.#pool = pool;
    this.#stop = stop;
  }

  get attempts(): Promise<void>[] {
    return [...this.#attempts];
  }

  get freeSlots(): number {
    return this.#pool.slots - this.#attempts.size;
  }

  async canStart(): Promise<boolean> {
    return this.freeSlots > 0 && ((await this.#pool.mayStart?.()) ?? true);
  }

  start(job: Job): void {
    const handler = this.#pool.handlers[job.name as JobName] as JobHandler<unknown>;
    const attempt = runAttempt(job, handler, this.#stop);
    this.#attempts.add(attempt);
    attempt.finally(() => this.#attempts.delete(attempt));
  }
}

/** @returns the number of jobs that were started */
async function startOrLog(pools: RunningPool[], stop: AbortSignal): Promise<number> {
  try {
    return await startDueJobs(pools, stop);
  } catch (error) {
    if (isDatabaseUnavailable(error)) await waitOutOutage(error, stop);
    else log.error({ error }, 'the queue cannot be read');
    return 0;
  }
}

async function startDueJobs(pools: RunningPool[], stop: AbortSignal): Promise<number> {
  const free: RunningPool[] = [];
  for (const pool of pools) if (await pool.canStart()) free.push(pool);
  if (free.length === 0) return 0;
  const demands = free.map(({ names, freeSlots }) => ({ names, limit: freeSlots + SPARE }));
  let started = 0;
  for (const due of await findDueJobs(demands)) {
    const pool = free.find(({ names }) => names.includes(due.name))!;
    const job = stop.aborted || pool.freeSlots <= 0 ? null : await claimDueJob(due);
    if (!job) continue;
    pool.start(job);
    started += 1;
  }
  return started;
}

/** Leases expire in an outage: running workers renew theirs before another claims the job. */
async function waitOutOutage(error: unknown, stop: AbortSignal): Promise<void> {
  await waitForRecovery(error, stop);
  await sleep(HEARTBEAT_MS, undefined, { signal: stop }).catch(() => undefined);
}
