import type { Transaction } from 'sequelize';
import { Job } from '@/models/job.server';

/**
 * Cancels unfinished jobs. A running worker finds out at its next write or heartbeat and can write nothing
 * from then on.
 * @param job as it was enqueued
 */
export async function cancelJobs(
  { name, payload, lane }: { name: string; payload: unknown; lane: string },
  transaction: Transaction,
): Promise<void> {
  await Job.update(
    { status: 'done', finishedAt: new Date(), leasedUntil: null },
    {
      where: { name, lane, payload: JSON.stringify(payload), status: ['waiting', 'running'] },
      transaction,
    },
  );
}
