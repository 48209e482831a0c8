import { setTimeout as sleep } from 'node:timers/promises';
import { log } from '@/app/config/log.server';
import { withLogContext } from '@/app/config/log-context.server';
import { count } from '@/app/config/metrics.server';
import { failSpan, withTrace } from '@/app/config/tracing.server';
import { isDiskFull } from '@/app/domain/disk-full';
import { type JobName, jobKind } from '@/app/domain/jobs';
import { isUnreachable } from '@/models/database-unavailable.server';
import type { Job } from '@/models/job.server';
import { isDatabaseUnavailable, retryThroughOutages } from '../system/database-outage.server';
import {
  completeJob,
  moveToDeadLetters,
  outageBackoffMs,
  postponeJob,
  postponeWithBackoff,
  retryJob,
} from './finish-job.server';
import {
  GiveUp,
  HEARTBEAT_MS,
  type JobClaim,
  type JobHandler,
  type JobRun,
  LeaseLost,
  NotYet,
  WorkerDied,
} from './job';
import { InvalidPayload, parsePayload } from './parse-payload';
import { withLease } from './with-lease.server';

/**
 * Runs one attempt of a claimed job. Never rejects: errors are written to the job, or logged when that fails too.
 * @param stop aborts when the worker shuts down
 */
export const runAttempt = (job: Job, handler: JobHandler<unknown>, stop: AbortSignal): Promise<void> =>
  withLogContext({ job: job.name, jobId: job.id }, () =>
    withTrace(`job ${job.name}`, { kind: 'consumer', attributes: attributesOf(job) }, async (span) => {
      const outcome = await attempt(job, handler, stop);
      span?.setAttribute('celeste.job.outcome', outcome);
      if (outcome === 'failed') failSpan(span, outcome);
    }),
  );

const attributesOf = ({ name, id, attempts }: Job) => ({
  'celeste.job.name': name,
  'celeste.job.id': id,
  'celeste.job.attempt': attempts,
});

async function attempt(job: Job, handler: JobHandler<unknown>, stop: AbortSignal): Promise<JobOutcome> {
  const claim = { jobId: job.id, fence: job.fence, lane: job.lane };
  const about = { job: job.name, jobId: job.id, attempt: job.attempts };
  const lost = new AbortController();
  const run: JobRun<unknown> = {
    payload: undefined,
    claim,
    signal: AbortSignal.any([stop, lost.signal]),
    isLastAttempt: job.attempts >= maxAttempts(job),
  };
  // A job keeps running through an outage: its writes carry the fencing token, so they fail if another worker
  // took over.
  const renew = () =>
    retryThroughOutages(() => withLease(claim, async () => undefined), run.signal).catch((error: unknown) => {
      if (error instanceof LeaseLost) lost.abort(error);
      else if (!isDatabaseUnavailable(error) && !isDiskFull(error))
        log.warn({ error, ...about }, 'a lease could not be renewed');
    });
  const startedAt = performance.now();
  let outcome: JobOutcome = 'failed';
  let isRenewing = false;
  const heartbeat = setInterval(async () => {
    if (isRenewing) return;
    isRenewing = true;
    await renew();
    isRenewing = false;
  }, HEARTBEAT_MS);
  try {
    // Aborted while the claim was under way: a handler would wait for an event that has already fired.
    stop.throwIfAborted();
    run.payload = parsePayload(job.name as JobName, job.payload);
    if (job.attempts > maxAttempts(job)) {
      await failForGood(handler, run, new WorkerDied());
      return outcome;
    }
    log.info(about, 'job started');
    await handler.run(run);
    await retryThroughOutages(() => completeJob(claim), stop);
    log.info(about, 'job done');
    outcome = 'done';
  } catch (error) {
    outcome = outcomeOf(error, stop);
    await handleFailure({ error, job, handler, run, stop });
  } finally {
    clearInterval(heartbeat);
    count(
      'celeste_job_duration_seconds',
      { name: job.name, outcome },
      (performance.now() - startedAt) / 1000,
    );
  }
  return outcome;
}

type JobOutcome = 'done' | 'failed' | 'postponed' | 'lost';

/** Postponed: it may not start yet, or this worker stops; lost: another worker has taken it over. */
function outcomeOf(error: unknown, stop: AbortSignal): JobOutcome {
  if (error instanceof LeaseLost) return 'lost';
  return error instanceof NotYet || stop.aborted ? 'postponed' : 'failed';
}

const maxAttempts = (job: Job) => jobKind(job.name as JobName).attempts;

interface Failure {
  error: unknown;
  job: Job;
  handler: JobHandler<unknown>;
  run: JobRun<unknown>;
  stop: AbortSignal;
}

async function handleFailure(failure: Failure): Promise<void> {
  const { error, job, stop } = failure;
  const about = { job: job.name, jobId: job.id, attempt: job.attempts };
  if (error instanceof LeaseLost) return log.warn({ ...about }, error.message);
  const isJobFault = !(error instanceof NotYet || stop.aborted || isDiskFull(error) || isUnreachable(error));
  if (isJobFault) log.error({ error, ...about }, 'a job failed');
  try {
    await retryThroughOutages(() => writeOutcome(failure), stop);
  } catch (unwritten) {
    if (!isDatabaseUnavailable(unwritten)) {
      log.error({ error: unwritten, ...about }, "a job's failure could not be written; its lease will end");
    }
  }
}

async function writeOutcome({ error, job, handler, run, stop }: Failure): Promise<void> {
  if (error instanceof InvalidPayload) return moveToDeadLetters(run.claim, error);
  if (error instanceof NotYet) return postponeJob(run.claim, error);
  if (stop.aborted) return postponeJob(run.claim, null);
  if (isUnreachable(error)) return postponeAfterOutage(run.claim, job.createdAt, error);
  if (isDiskFull(error)) return postponeUntilDiskSpace(run.claim, job.createdAt, error, stop);
  if (error instanceof GiveUp) return failForGood(handler, run, error.cause);
  // The attempt count may have been reset by progress meanwhile.
  const { attempts } = await job.reload();
  if (attempts >= maxAttempts(job)) return failForGood(handler, run, error);
  await retryJob(run.claim, attempts, error);
}

/** The outage is not the job's fault; the back-off grows in case the job itself breaks each connection. */
async function postponeAfterOutage(claim: JobClaim, createdAt: Date, error: unknown): Promise<void> {
  log.warn({ error, jobId: claim.jobId }, 'the database went away under a job: it waits');
  await postponeWithBackoff(claim, createdAt, error);
}

/** The full disk may be the database's, so this write is repeated until there is space. */
async function postponeUntilDiskSpace(
  claim: JobClaim,
  createdAt: Date,
  error: unknown,
  stop: AbortSignal,
): Promise<void> {
  log.warn({ error, jobId: claim.jobId }, 'the disk is full: a job waits');
  while (!stop.aborted) {
    try {
      return await postponeWithBackoff(claim, createdAt, error);
    } catch (unwritten) {
      if (!isDiskFull(unwritten)) throw unwritten;
    }
    await sleep(outageBackoffMs(createdAt), undefined, { signal: stop }).catch(() => undefined);
  }
}

async function failForGood(
  handler: JobHandler<unknown>,
  run: JobRun<unknown>,
  error: unknown,
): Promise<void> {
  await handler.onDeadLetter?.(run, error);
  await moveToDeadLetters(run.claim, error);
}
