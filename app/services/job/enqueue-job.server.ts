import { type Transaction, UniqueConstraintError } from 'sequelize';
import { Job } from '@/models/job.server';

/**
 * Leaves work for the runner, in the transaction of whatever makes it necessary.
 * @param job payload must survive JSON; jobs of one lane run one at a time in this order;
 *   a uniqueKey that was used before raises Sequelize's UniqueConstraintError
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
 * Leaves a job that only one of several callers may leave; for the others nothing happens.
 * @param status 'done' for one that need not run, whose row tells that it was seen to
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
