import { literal, Op } from 'sequelize';
import { JOB_NAMES, type JobName } from '@/app/domain/jobs';
import { database } from '@/models/database.server';
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

/**
 * One conditional UPDATE, so only one of several workers succeeds; the others get null. The lane is looked at again,
 * since the job may have been found long ago.
 */
export async function claimDueJob({ id, fence, lane }: Omit<DueJob, 'name'>): Promise<Job | null> {
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
        ...(lane !== null && { [Op.and]: literal(nothingAhead(id, lane)) }),
      },
    },
  );
  return claimed === 1 ? Job.findByPk(id, { rejectOnEmpty: true }) : null;
}

/** The inner SELECT makes a table of its own: MySQL does not read the one that it updates. */
function nothingAhead(id: number, lane: string): string {
  const known = JOB_NAMES.map((name) => `'${name}'`).join(', ');
  return `NOT EXISTS (SELECT 1 FROM (
    SELECT id FROM jobs WHERE lane = ${database().escape(lane)} AND status IN ('waiting', 'running')
      AND id < ${id} AND name IN (${known}) LIMIT 1) AS ahead)`;
}
