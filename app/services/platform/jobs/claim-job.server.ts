import { literal, Op, QueryTypes } from 'sequelize';
import { JOB_NAMES, type JobName } from '@/app/domain/jobs';
import { database } from '@/models/database.server';
import { Job } from '@/models/job.server';
import { LEASE_MS } from './job';

/**
 * Due jobs: waiting ones at the head of their lane, and running ones whose lease has expired. The least
 * recently served lane comes first, then the oldest job: many jobs of one lane delay the first job of another
 * by one at most. A job of unknown name does not hold up its lane: the worker that knows it may be gone.
 */
const DUE = `
  SELECT j.id AS id, j.fence AS fence FROM jobs j
  WHERE j.name IN (:names)
    AND ((j.status = 'waiting' AND j.run_at <= :now) OR (j.status = 'running' AND j.leased_until < :now))
    AND NOT EXISTS (
      SELECT 1 FROM jobs ahead WHERE ahead.lane = j.lane AND ahead.status IN ('waiting', 'running') AND ahead.id < j.id
        AND ahead.name IN (:known))
  ORDER BY (SELECT MAX(served.finished_at) FROM jobs served WHERE served.lane = j.lane), j.id
  LIMIT 10`;

/** One conditional UPDATE, so only one of several workers succeeds. `names` are those this worker can run. */
export async function claimJob(names: JobName[]): Promise<Job | null> {
  const now = new Date();
  const due = await database().query<{ id: number; fence: number }>(DUE, {
    type: QueryTypes.SELECT,
    replacements: { names, now, known: JOB_NAMES },
  });
  for (const { id, fence } of due) {
    const [claimed] = await Job.update(
      {
        status: 'running',
        fence: fence + 1,
        attempts: literal('attempts + 1'),
        leasedUntil: new Date(Date.now() + LEASE_MS),
      },
      {
        where: {
          id,
          fence,
          [Op.or]: [{ status: 'waiting' }, { status: 'running', leasedUntil: { [Op.lt]: now } }],
        },
      },
    );
    if (claimed === 1) return Job.findByPk(id, { rejectOnEmpty: true });
  }
  return null;
}
