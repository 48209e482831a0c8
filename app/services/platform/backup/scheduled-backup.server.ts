import { log } from '@/app/config/log.server';
import { AppError } from '@/app/domain/errors';
import type { JobRun } from '../jobs/job';
import { makeBackup } from './make-backup.server';

/**
 * The job `backup`, which may be started twice at once: the second does nothing.
 * @throws those of makeBackup
 */
export async function makeScheduledBackup(run?: Pick<JobRun<object>, 'signal'>): Promise<void> {
  try {
    await makeBackup({ signal: run?.signal });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'backup.running') throw error;
    log.info({}, 'another process is making a backup');
  }
}
