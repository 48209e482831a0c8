import { setTimeout as sleep } from 'node:timers/promises';
import { Op } from 'sequelize';
import { log } from '@/app/config/log.server';
import { JOB_NAMES } from '@/app/domain/jobs';
import { Job } from '@/models/job.server';
import { retryThroughOutages } from '../system/database-outage.server';

const INTERVAL_MS = 60_000;

/** In an upgrade workers of two versions run at once: the older must not end the jobs of the newer. */
export const UNKNOWN_JOB_GRACE_MS = 15 * 60_000;

/** Moves jobs whose name is not in the catalogue, and which no other worker claimed, to the dead letters. */
export async function moveUnknownJobs(): Promise<void> {
  const isOverdue = { [Op.lt]: new Date(Date.now() - UNKNOWN_JOB_GRACE_MS) };
  const unclaimed = {
    name: { [Op.notIn]: JOB_NAMES },
    [Op.or]: [
      { status: 'waiting', runAt: isOverdue },
      { status: 'running', leasedUntil: isOverdue },
    ],
  };
  // One by one: an update by status would lock rows in another order than a claim.
  const found = await Job.findAll({ where: unclaimed, attributes: ['id', 'fence', 'name'] });
  for (const { id, fence, name } of found) {
    const minutes = UNKNOWN_JOB_GRACE_MS / 60_000;
    const lastError = `UnknownJob: no job is called ${name}, and no other worker took it in ${minutes} minutes`;
    const [moved] = await Job.update(
      { status: 'dead', finishedAt: new Date(), leasedUntil: null, lastError },
      { where: { id, fence, ...unclaimed } },
    );
    if (moved === 1) log.error({ job: name, jobId: id }, 'a job of unknown name became a dead letter');
  }
}

export async function watchForUnknownJobs(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await retryThroughOutages(moveUnknownJobs, signal).catch((error: unknown) => {
      if (!signal.aborted) log.warn({ error }, 'jobs of unknown name could not be moved');
    });
    await sleep(INTERVAL_MS, undefined, { signal }).catch(() => undefined);
  }
}
