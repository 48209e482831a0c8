import { Op } from 'sequelize';
import { Job } from '@/models/job.server';

/** A job that was given up. */
export interface DeadJob {
  id: number;
  name: string;
  attempts: number;
  lastError: string | null;
  finishedAt: Date | null;
}

const PAGE_SIZE = 20;

/**
 * Jobs that were given up, the newest first.
 * @param before goes on below this job
 */
export async function listDeadJobs(before?: number): Promise<{ rows: DeadJob[]; older: number | null }> {
  const found = await Job.findAll({
    where: { status: 'dead', ...(before ? { id: { [Op.lt]: before } } : {}) },
    order: [['id', 'DESC']],
    limit: PAGE_SIZE + 1,
  });
  const rows = found
    .slice(0, PAGE_SIZE)
    .map(({ id, name, attempts, lastError, finishedAt }) => ({ id, name, attempts, lastError, finishedAt }));
  return { rows, older: found.length > PAGE_SIZE ? (rows.at(-1)?.id ?? null) : null };
}
