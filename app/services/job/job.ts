/** A worker's right to finish one job: its lease, named by the fencing number it was claimed with. */
export interface JobClaim {
  jobId: number;
  fence: number;
}

/** What a handler is given. */
export interface JobRun<Payload> {
  payload: Payload;
  claim: JobClaim;
  /** Aborted when the lease is lost or the worker stops. */
  signal: AbortSignal;
  /** No other attempt follows when this one fails. */
  isLastAttempt: boolean;
}

/**
 * A kind of work. `run` may happen twice and must not matter; what it writes goes through `withLease`.
 * `giveUp` runs once after the last attempt failed, with what it failed of.
 */
export interface JobDefinition<Payload> {
  name: string;
  run(run: JobRun<Payload>): Promise<void>;
  giveUp?(run: JobRun<Payload>, error: unknown): Promise<void>;
}

/** Work that recurs by the clock: enqueued by the worker, or run by the operator's cron. */
export interface PeriodicJob {
  name: string;
  /** When to run, in crontab's five fields, São Paulo time. */
  crontab: string;
  run(): Promise<void>;
}

/** Attempts before a job is given up. */
export const JOB_ATTEMPTS = 5;
/** How long a claim lasts without a heartbeat. */
export const LEASE_MS = 15_000;
/** How often a running job renews its lease. */
export const HEARTBEAT_MS = 4_000;
/** How long a young job waits that found the disk full or the database away, and how long an old one. */
export const LEAST_WAIT_MS = 10_000;
export const LONGEST_WAIT_MS = 3 * 60_000;

/** Thrown when another worker has taken the job over: whatever was about to be written is not. */
export class LeaseLost extends Error {
  constructor(claim: JobClaim) {
    super(`job ${claim.jobId} was taken over after fence ${claim.fence}`);
    this.name = 'LeaseLost';
  }
}

/** Thrown by a handler that cannot start yet: the job waits and no attempt is counted. */
export class NotYet extends Error {
  override readonly name = 'NotYet';

  constructor(
    readonly retryInMs: number,
    /** What failed before is over: attempts are counted anew. */
    readonly isAfresh = false,
  ) {
    super(`not yet, again in ${retryInMs} ms`);
  }
}

/** Thrown by a handler that failed of its cause, of which the next attempt is of no use before a time. */
export class TryAgain extends Error {
  override readonly name = 'TryAgain';

  constructor(
    readonly retryInMs: number,
    override readonly cause: Error,
  ) {
    super(cause.message, { cause });
  }
}

/** What an attempt failed of whose worker was gone without a word, each time. */
export class WorkerGone extends Error {
  override readonly name = 'WorkerGone';

  constructor() {
    super('its worker died every time');
  }
}
