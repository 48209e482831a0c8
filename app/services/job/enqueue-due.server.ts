import { Op } from 'sequelize';
import { Job } from '@/models/job.server';
import { enqueueOnce } from './enqueue-job.server';

/**
 * Leaves a periodic job that was due at a time, unless somebody has. One that was never left before begins with its
 * next time: nothing of it was missed.
 */
export async function enqueueDue(name: string, due: Date): Promise<void> {
  const uniqueKey = `${name}:${due.toISOString().slice(0, 16)}`;
  if (await Job.count({ where: { uniqueKey } })) return;
  const known = await Job.findOne({
    attributes: ['id'],
    // The keys of this name: a semicolon comes right after a colon.
    where: { uniqueKey: { [Op.gt]: `${name}:`, [Op.lt]: `${name};` } },
  });
  await enqueueOnce(name, uniqueKey, known ? 'waiting' : 'done');
}
