import type { JobName, JobPayload, PeriodicJobName } from '@/app/domain/jobs';

/** A worker's lease on a job, identified by its fencing token. */
export interface JobClaim {
  jobId: number;
  fence: number;
  /** Undefined where it is not known; then it is looked up when the job ends. */
  lane?: string | null;
}

export interface JobRun<Payload> {
  payload: Payload;
  claim: JobClaim;
  /** Aborted when the lease is lost or the worker shuts down. */
  signal: AbortSignal;
  isLastAttempt: boolean;
}

/** `run` happens at least once, so it must be idempotent, and writes through `withLease`. */
export interface JobHandler<Payload> {
  run(run: JobRun<Payload>): Promise<void>;
  onDeadLetter?(run: JobRun<Payload>, error: unknown): Promise<void>;
}

/** A periodic job may also be run by the operator's cron, without a row, and then gets no run. */
interface PeriodicJobHandler {
  run(run?: Pick<JobRun<object>, 'signal'>): Promise<void>;
}

export type JobHandlers = {
  [Name in JobName]: Name extends PeriodicJobName ? PeriodicJobHandler : JobHandler<JobPayload<Name>>;
};

/** Lease duration without a heartbeat. */
export const LEASE_MS = 15_000;
export const HEARTBEAT_MS = 4_000;
/** Bounds of the back-off after a full disk or a database outage. */
export const MIN_BACKOFF_MS = 10_000;
export const MAX_BACKOFF_MS = 3 * 60_000;

/** Another worker took the job over (the fencing token is outdated); the transaction is rolled back. */
export class LeaseLost extends Error {
  constructor(claim: JobClaim) {
    super(`job ${claim.jobId} was taken over after fence ${claim.fence}`);
    this.name = 'LeaseLost';
  }
}

/** Thrown by a handler that cannot start yet: the job is postponed and no attempt is counted. */
export class NotYet extends Error {
  override readonly name = 'NotYet';

  constructor(
    readonly retryInMs: number,
    /** Resets the attempt count, since earlier failures are resolved. */
    readonly isAfresh = false,
  ) {
    super(`not yet, again in ${retryInMs} ms`);
  }
}

/** Thrown by a handler that failed and must not be retried before `retryInMs`; the attempt counts. */
export class TryAgain extends Error {
  override readonly name = 'TryAgain';

  constructor(
    readonly retryInMs: number,
    override readonly cause: Error,
  ) {
    super(cause.message, { cause });
  }
}

/** Thrown by a handler whose further attempts would fail alike: the job becomes a dead letter at once. */
export class GiveUp extends Error {
  override readonly name = 'GiveUp';

  constructor(override readonly cause: Error) {
    super(cause.message, { cause });
  }
}

/** The error of a job whose worker died at every attempt without reporting one. */
export class WorkerDied extends Error {
  override readonly name = 'WorkerDied';

  constructor() {
    super('its worker died every time');
  }
}
