import type { Transaction } from 'sequelize';
import type { JobName } from '@/app/domain/jobs';
import { Job } from '@/models/job.server';

/** A running worker finds out at its next write or heartbeat, and can write nothing from then on. */
export async function cancelJobs(name: JobName[], subject: string, transaction: Transaction): Promise<void> {
  await Job.update(
    { status: 'done', finishedAt: new Date(), leasedUntil: null },
    { where: { name, subject, status: ['waiting', 'running'] }, transaction },
  );
}
