import { Op } from 'sequelize';
import type { PeriodicJobName } from '@/app/domain/jobs';
import { Job } from '@/models/job.server';
import { enqueueOnce } from './enqueue.server';

/** Unless that was done. A job without earlier runs starts with its next due time, since it missed none. */
export async function enqueueIfDue(name: PeriodicJobName, due: Date): Promise<void> {
  const uniqueKey = `${name}:${due.toISOString().slice(0, 16)}`;
  if (await Job.count({ where: { uniqueKey } })) return;
  const known = await Job.findOne({
    attributes: ['id'],
    // Range scan of this name's keys: ';' is the character after ':'.
    where: { uniqueKey: { [Op.gt]: `${name}:`, [Op.lt]: `${name};` } },
  });
  await enqueueOnce(name, uniqueKey, known ? 'waiting' : 'done');
}
