import { setTimeout as sleep } from 'node:timers/promises';
import { log } from '@/app/config/log.server';
import { isDiskFull } from '@/app/domain/disk-full';
import { claimJob } from './claim-job.server';
import { awaitRoom, buryJob, completeJob, postponeJob, retryJob } from './finish-job.server';
import {
  HEARTBEAT_MS,
  JOB_ATTEMPTS,
  type JobClaim,
  type JobDefinition,
  type JobRun,
  LeaseLost,
  NotYet,
  ROOM_RETRY_MS,
  WorkerGone,
} from './job';
import { withLease } from './with-lease.server';

const IDLE_MS = 300;

type Claimed = NonNullable<Awaited<ReturnType<typeof claimJob>>>;

/**
 * Runs jobs until the signal aborts, `slots` at a time. Jobs that are running then are stopped and put back.
 * @param options.mayStart asked before each; jobs wait while it says no
 */
export async function runJobs(
  definitions: JobDefinition<never>[],
  options: { slots: number; signal: AbortSignal; mayStart?: () => Promise<boolean> },
): Promise<void> {
  const { slots, signal, mayStart = async () => true } = options;
  const byName = new Map(definitions.map((definition) => [definition.name, definition]));
  const running = new Set<Promise<void>>();
  while (!signal.aborted) {
    const job = running.size < slots ? await claimOrLog([...byName.keys()], mayStart) : null;
    if (!job) {
      await Promise.race([sleep(IDLE_MS, undefined, { signal }).catch(() => undefined), ...running]);
      continue;
    }
    const run = runClaimed(job, byName.get(job.name) as JobDefinition<unknown>, signal);
    running.add(run);
    run.finally(() => running.delete(run));
  }
  await Promise.all(running);
}

async function claimOrLog(names: string[], mayStart: () => Promise<boolean>): Promise<Claimed | null> {
  try {
    return (await mayStart()) ? await claimJob(names) : null;
  } catch (error) {
    log.error({ error }, 'the queue cannot be read');
    return null;
  }
}

/** One attempt at one job. Never rejects: what goes wrong is written to the job, or logged when even that fails. */
async function runClaimed(
  job: Claimed,
  definition: JobDefinition<unknown>,
  stop: AbortSignal,
): Promise<void> {
  const claim = { jobId: job.id, fence: job.fence };
  const about = { job: job.name, jobId: job.id, attempt: job.attempts };
  const lost = new AbortController();
  const run = {
    payload: JSON.parse(job.payload) as unknown,
    claim,
    signal: AbortSignal.any([stop, lost.signal]),
    isLastAttempt: job.attempts >= JOB_ATTEMPTS,
  };
  const heartbeat = setInterval(() => {
    withLease(claim, async () => undefined).catch((error: unknown) => {
      if (error instanceof LeaseLost) lost.abort(error);
      else log.warn({ error, ...about }, 'a lease could not be renewed');
    });
  }, HEARTBEAT_MS);
  try {
    if (job.attempts > JOB_ATTEMPTS) return await giveUp(definition, run, new WorkerGone());
    log.info(about, 'job started');
    await definition.run(run);
    await completeJob(claim);
    log.info(about, 'job done');
  } catch (error) {
    await afterFailure({ error, job, definition, run, stop });
  } finally {
    clearInterval(heartbeat);
  }
}

async function afterFailure(failure: {
  error: unknown;
  job: Claimed;
  definition: JobDefinition<unknown>;
  run: JobRun<unknown>;
  stop: AbortSignal;
}): Promise<void> {
  const { error, job, definition, run, stop } = failure;
  const about = { job: job.name, jobId: job.id, attempt: job.attempts };
  try {
    if (error instanceof LeaseLost) return log.warn({ ...about }, error.message);
    if (error instanceof NotYet) return await postponeJob(run.claim, error);
    if (stop.aborted) return await postponeJob(run.claim, null);
    if (isDiskFull(error)) return await putBackUntilRoom(run.claim, error, stop);
    log.error({ error, ...about }, 'a job failed');
    // Counted anew when the work came further meanwhile.
    const { attempts } = await job.reload();
    if (attempts >= JOB_ATTEMPTS) return await giveUp(definition, run, error);
    await retryJob(run.claim, attempts, error);
  } catch (unwritten) {
    log.error({ error: unwritten, ...about }, "a job's failure could not be written; its lease will end");
  }
}

/** The disk that is full may be the database's, so that even this can be written only once there is room. */
async function putBackUntilRoom(claim: JobClaim, error: unknown, stop: AbortSignal): Promise<void> {
  log.warn({ error, jobId: claim.jobId }, 'the disk is full: a job waits');
  while (!stop.aborted) {
    try {
      return await awaitRoom(claim, error);
    } catch (unwritten) {
      if (!isDiskFull(unwritten)) throw unwritten;
    }
    await sleep(ROOM_RETRY_MS, undefined, { signal: stop }).catch(() => undefined);
  }
}

async function giveUp(
  definition: JobDefinition<unknown>,
  run: JobRun<unknown>,
  error: unknown,
): Promise<void> {
  await definition.giveUp?.(run, error);
  await buryJob(run.claim, error);
}
