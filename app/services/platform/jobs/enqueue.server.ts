import { type Transaction, UniqueConstraintError } from 'sequelize';
import {
  type JobName,
  type JobPayload,
  jobKind,
  type LanedJobName,
  type PeriodicJobName,
} from '@/app/domain/jobs';
import { Job } from '@/models/job.server';
import { announceJobs } from './announce-jobs.server';

interface Options {
  transaction?: Transaction | null;
  /** A duplicate raises Sequelize's UniqueConstraintError. */
  uniqueKey?: string;
  /** Not before this time; now when absent. */
  runAt?: Date;
}

/** A job with a lane needs the user whose lane it is. */
type OptionsOf<Name extends JobName> = Name extends LanedJobName
  ? [options: Options & { userId: number }]
  : [options?: Options];

/** Enqueues a job, in the transaction of the change that requires it (an outbox). */
export async function enqueue<Name extends JobName>(
  name: Name,
  payload: JobPayload<Name>,
  ...[options]: OptionsOf<Name>
): Promise<void> {
  const { lane, payloadLane, subject } = jobKind(name);
  const {
    userId,
    uniqueKey,
    runAt = new Date(),
    transaction = null,
  }: Options & { userId?: number } = options ?? {};
  await Job.create(
    {
      name,
      payload: JSON.stringify(payload),
      lane: userId === undefined ? payloadLane?.(payload as never) : lane?.(userId),
      subject: subject?.(payload as never),
      uniqueKey,
      runAt,
    },
    { transaction },
  );
  if (runAt > new Date()) return;
  if (transaction) transaction.afterCommit(announceJobs);
  else announceJobs();
}

/** Once for concurrent callers, by its unique key; a 'done' job need not run, its row records the key. */
export async function enqueueOnce(
  name: PeriodicJobName,
  uniqueKey: string,
  status: 'waiting' | 'done' = 'waiting',
): Promise<void> {
  const now = new Date();
  const finishedAt = status === 'done' ? now : null;
  try {
    await Job.create({ name, payload: '{}', uniqueKey, status, runAt: now, finishedAt });
    announceJobs();
  } catch (error) {
    if (!(error instanceof UniqueConstraintError)) throw error;
  }
}
