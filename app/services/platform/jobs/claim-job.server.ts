import { literal, Op } from 'sequelize';
import type { JobName } from '@/app/domain/jobs';
import { Job } from '@/models/job.server';
import { type DueJob, findDueJobs } from './find-due-jobs.server';
import { LEASE_MS } from './job';

/** More than one, since other workers find the same ones. */
const CANDIDATES = 10;

/** Claims the next due job with one of the names; null when there is none. */
export async function claimJob(names: JobName[]): Promise<Job | null> {
  for (const due of await findDueJobs([{ names, limit: CANDIDATES }])) {
    const job = await claimDueJob(due);
    if (job) return job;
  }
  return null;
}

/** One conditional UPDATE, so only one of several workers succeeds; the others get null. */
export async function claimDueJob({ id, fence }: DueJob): Promise<Job | null> {
  const now = new Date();
  const [claimed] = await Job.update(
    {
      status: 'running',
      fence: fence + 1,
      attempts: literal('attempts + 1'),
      leasedUntil: new Date(now.getTime() + LEASE_MS),
      turn: now,
    },
    {
      where: {
        id,
        fence,
        [Op.or]: [{ status: 'waiting' }, { status: 'running', leasedUntil: { [Op.lt]: now } }],
      },
    },
  );
  return claimed === 1 ? Job.findByPk(id, { rejectOnEmpty: true }) : null;
}
