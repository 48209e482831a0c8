import { Op } from 'sequelize';
import { Job } from '@/models/job.server';

export interface DeadLetter {
  id: number;
  name: string;
  attempts: number;
  lastError: string | null;
  finishedAt: Date | null;
}

const PAGE_SIZE = 20;

/** Newest first; `before` is the id of the last job of the previous page. */
export async function listDeadLetters(
  before?: number,
): Promise<{ rows: DeadLetter[]; older: number | null }> {
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
