import type { JobName } from '@/app/domain/jobs';
import { Job } from '@/models/job.server';

export async function makeJobDue(name: JobName, subject: string): Promise<void> {
  await Job.update({ runAt: new Date() }, { where: { name, subject, status: 'waiting' } });
}
