import { setTimeout as sleep } from 'node:timers/promises';
import { log } from '@/app/config/log.server';
import { type JobName, type JobQueue, jobKind } from '@/app/domain/jobs';
import type { Delivery, JobBroker } from '@/app/integrations/queue/port';
import type { Job } from '@/models/job.server';
import { isDatabaseUnavailable, waitForRecovery } from '../system/database-outage.server';
import { onJobsAnnounced } from './announce-jobs.server';
import { claimDueJob } from './claim-job.server';
import { type DueJob, findDueJobs } from './find-due-jobs.server';
import { HEARTBEAT_MS, type JobHandler, type JobHandlers } from './job';
import { JobRelay } from './job-relay.server';
import { runAttempt } from './run-attempt.server';

/** Pauses between looks at an idle queue, from the first to the longest. */
const MIN_IDLE_MS = 100;
const MAX_IDLE_MS = 1_250;
/** Between two looks while a broker spreads the jobs: enough for thousands a second. */
const RELAY_PAUSE_MS = 30;
/** Jobs looked for beyond the free slots: other workers find the same ones, and some jobs are done within this time. */
const SPARE = 20;
/** Jobs that were found stand in line for so long; after it, others may come first. */
const FRESH_MS = 50;

/** Jobs that share slots. */
interface Pool {
  handlers: Partial<JobHandlers>;
  /** Jobs that run at once. */
  slots: number;
  /** Asked before each look for jobs; they wait while it resolves to false. */
  mayStart?: (() => Promise<boolean>) | undefined;
}

/**
 * Runs due jobs until the signal aborts; then running jobs are stopped and requeued. One statement looks for the jobs
 * of all pools with free slots: at once when a job is announced in this process or has ended, else after a pause.
 * @param broker spreads the jobs over all workers; they run straight from the database while it is away
 */
export async function runJobs(
  pools: Pool[],
  signal: AbortSignal,
  broker: JobBroker | null = null,
): Promise<void> {
  const running = pools.map((pool) => new RunningPool(pool, signal));
  const bell = new Bell();
  const unsubscribe = onJobsAnnounced(() => {
    for (const pool of running) pool.expectMore();
    bell.ring();
  });
  const relay = broker && startRelay(broker, running, bell);
  let pauseMs = MIN_IDLE_MS;
  while (!signal.aborted) {
    bell.reset();
    const { isRelayed, count } = await handleDueJobs(running, relay, signal);
    if (isRelayed) await pauseUnless(signal, RELAY_PAUSE_MS);
    if (count > 0) {
      pauseMs = MIN_IDLE_MS;
      continue;
    }
    await pauseUnless(signal, pauseMs, [bell.hasRung, ...running.flatMap((pool) => pool.attempts)]);
    pauseMs = Math.min(2 * pauseMs, MAX_IDLE_MS);
  }
  unsubscribe();
  await broker?.close();
  await Promise.all(running.flatMap((pool) => pool.attempts));
}

/** Resolves after `ms`, or when an event occurs or the signal aborts before. */
async function pauseUnless(signal: AbortSignal, ms: number, events: Promise<void>[] = []): Promise<void> {
  const over = new AbortController();
  const pause = sleep(ms, undefined, { signal: AbortSignal.any([signal, over.signal]) });
  await Promise.race([pause.catch(() => undefined), ...events]);
  over.abort();
}

function startRelay(broker: JobBroker, pools: RunningPool[], bell: Bell): JobRelay {
  const relay = new JobRelay(broker);
  for (const pool of pools) {
    for (const queue of pool.queues) broker.consume(queue, pool.slots, (delivery) => pool.take(delivery));
  }
  broker.onReady(() => bell.ring());
  return relay;
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
  #line: DueJob[] = [];
  #foundAt = Number.NEGATIVE_INFINITY;
  #mayHaveMore = true;

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

  get queues(): JobQueue[] {
    return [...new Set(this.names.map((name) => jobKind(name).queue))];
  }

  get slots(): number {
    return this.#pool.slots;
  }

  /** Runs a job that the broker delivers, unless it is done, taken, or behind another one. Never rejects. */
  async take(delivery: Delivery): Promise<void> {
    try {
      const job = (await this.canStart()) ? await claimDueJob(delivery) : null;
      if (job) await this.start(job);
    } catch (error) {
      // The job still waits, and is delivered again.
      if (!isDatabaseUnavailable(error))
        log.error({ error, jobId: delivery.id }, 'a job could not be claimed');
    }
  }

  /** Whether to look for jobs: those in line are stale, or there is none, and reason to think that there may be. */
  get isHungry(): boolean {
    if (performance.now() - this.#foundAt > FRESH_MS) return true;
    return this.#line.length === 0 && this.#mayHaveMore;
  }

  /** Jobs may be due that the last look did not find. */
  expectMore(): void {
    this.#mayHaveMore = true;
  }

  /** Puts jobs in line, in this order, in place of earlier ones. */
  lineUp(due: DueJob[]): void {
    this.#line = due;
    this.#foundAt = performance.now();
    this.#mayHaveMore = due.length > 0;
  }

  /** Claims jobs in line for its free slots. @returns how many it started */
  async fill(): Promise<number> {
    const slots = this.freeSlots;
    let filled = 0;
    while (filled < slots && this.#line.length > 0 && !this.#stop.aborted) {
      const claimed = await Promise.all(this.#line.splice(0, slots - filled).map(claimDueJob));
      const jobs = claimed.filter((job) => job !== null);
      for (const job of jobs) void this.start(job);
      filled += jobs.length;
    }
    return filled;
  }

  start(job: Job): Promise<void> {
    const handler = this.#pool.handlers[job.name as JobName] as JobHandler<unknown>;
    const attempt = runAttempt(job, handler, this.#stop);
    this.#attempts.add(attempt);
    return attempt.finally(() => {
      this.#attempts.delete(attempt);
      // The next of its lane, or itself once more.
      this.expectMore();
    });
  }
}

/** `count`: of the jobs that were handed to the broker (`isRelayed`) or started here. */
async function handleDueJobs(
  pools: RunningPool[],
  relay: JobRelay | null,
  stop: AbortSignal,
): Promise<{ isRelayed: boolean; count: number }> {
  try {
    const relayed = relay?.isReady ? await relay.relayDueJobs(pools.flatMap(({ names }) => names)) : null;
    if (relayed !== null) return { isRelayed: true, count: relayed };
    return { isRelayed: false, count: await startDueJobs(pools) };
  } catch (error) {
    if (isDatabaseUnavailable(error)) await waitOutOutage(error, stop);
    else log.error({ error }, 'the queue cannot be read');
    return { isRelayed: false, count: 0 };
  }
}

async function startDueJobs(pools: RunningPool[]): Promise<number> {
  const free: RunningPool[] = [];
  for (const pool of pools) if (await pool.canStart()) free.push(pool);
  const hungry = free.filter(({ isHungry }) => isHungry);
  if (hungry.length > 0) {
    const due = await findDueJobs(
      hungry.map(({ names, freeSlots }) => ({ names, limit: freeSlots + SPARE })),
    );
    for (const pool of hungry) pool.lineUp(due.filter(({ name }) => pool.names.includes(name)));
  }
  const started = await Promise.all(free.map((pool) => pool.fill()));
  return started.reduce((sum, count) => sum + count, 0);
}

/** Leases expire in an outage: running workers renew theirs before another claims the job. */
async function waitOutOutage(error: unknown, stop: AbortSignal): Promise<void> {
  await waitForRecovery(error, stop);
  await sleep(HEARTBEAT_MS, undefined, { signal: stop }).catch(() => undefined);
}
