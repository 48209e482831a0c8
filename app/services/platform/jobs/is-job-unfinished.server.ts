import type { Transaction } from 'sequelize';
import type { JobName } from '@/app/domain/jobs';
import { Job } from '@/models/job.server';

export async function isJobUnfinished(
  name: JobName,
  subject: string,
  transaction?: Transaction,
): Promise<boolean> {
  return (await Job.count({ where: { name, subject, status: ['waiting', 'running'] }, transaction })) > 0;
}
