import { type Transaction, UniqueConstraintError } from 'sequelize';
import { Job } from '@/models/job.server';

/**
 * Enqueues a job, in the transaction of the change that requires it (an outbox).
 * @param job payload must be serialisable as JSON; jobs of one lane run one at a time in this order; a
 *   duplicate uniqueKey raises Sequelize's UniqueConstraintError
 */
export async function enqueueJob(
  job: { name: string; payload: unknown; lane?: string; uniqueKey?: string },
  transaction?: Transaction,
): Promise<void> {
  const { name, payload, lane, uniqueKey } = job;
  await Job.create(
    { name, payload: JSON.stringify(payload), lane, uniqueKey, runAt: new Date() },
    { transaction },
  );
}

/**
 * Enqueues a job once for several concurrent callers, by its unique key.
 * @param status 'done' for a job that need not run, whose row only records the key
 */
export async function enqueueOnce(
  name: string,
  uniqueKey: string,
  status: 'waiting' | 'done' = 'waiting',
): Promise<void> {
  const now = new Date();
  try {
    await Job.create({
      ...{ name, payload: '{}', uniqueKey, status, runAt: now },
      finishedAt: status === 'done' ? now : null,
    });
  } catch (error) {
    if (!(error instanceof UniqueConstraintError)) throw error;
  }
}
