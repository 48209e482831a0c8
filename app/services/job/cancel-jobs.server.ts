import type { Transaction } from 'sequelize';
import { Job } from '@/models/job.server';

/**
 * Ends jobs that are not over yet. A worker that runs one learns it at its next write or heartbeat, from when
 * on it can write nothing.
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
