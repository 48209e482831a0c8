import { setTimeout as sleep } from 'node:timers/promises';
import { col, Op } from 'sequelize';
import { log } from '@/app/config/log.server';
import { JOB_NAMES, type JobName, jobKind } from '@/app/domain/jobs';
import { database } from '@/models/database.server';
import { Job } from '@/models/job.server';
import { promoteLanes } from '@/models/job-turns.server';
import { retryThroughOutages } from '../system/database-outage.server';

const INTERVAL_MS = 15_000;
const BATCH = 500;
/** SQLite unites at most 500 parts, and there are two of each lane. */
const LANES_AT_ONCE = 100;

/** Lanes after `:after` whose first waiting job has no turn, and in which none runs. */
const LANES_WITHOUT_TURN = `
  SELECT w.lane AS lane FROM jobs w WHERE w.status = 'waiting' AND w.lane > :after
  GROUP BY w.lane
  HAVING MIN(CASE WHEN w.turn IS NULL THEN w.id END) = MIN(w.id)
    AND NOT EXISTS (SELECT 1 FROM jobs r WHERE r.lane = w.lane AND r.status = 'running')
  ORDER BY w.lane LIMIT ${BATCH}`;

/**
 * Gives their turn to jobs that have none though nothing is ahead of them: those of a process that died between a
 * commit and what follows it, and in an upgrade those of a process that does not know turns. Idempotent.
 */
export async function fillTurns(): Promise<void> {
  await fillQueues();
  for (let after = ''; ; ) {
    const lanes = await findLanesWithoutTurn(after);
    for (let first = 0; first < lanes.length; first += LANES_AT_ONCE) {
      await promoteLanes(Job, lanes.slice(first, first + LANES_AT_ONCE));
    }
    if (lanes.length < BATCH) return;
    after = lanes.at(-1)!;
  }
}

async function findLanesWithoutTurn(after: string): Promise<string[]> {
  const found = await database().select<{ lane: string }>(LANES_WITHOUT_TURN, { after });
  return found.map(({ lane }) => lane);
}

async function fillQueues(): Promise<void> {
  for (;;) {
    const jobs = await Job.findAll({
      where: { status: 'waiting', queue: { [Op.is]: null }, name: JOB_NAMES },
      attributes: ['id', 'name', 'lane'],
      limit: BATCH,
    });
    for (const name of new Set(jobs.map((job) => job.name as JobName))) {
      const { queue } = jobKind(name);
      const idsOf = (isLaned: boolean) =>
        jobs.filter((job) => job.name === name && (job.lane !== null) === isLaned).map(({ id }) => id);
      await Job.update({ queue }, { where: { id: idsOf(true) }, silent: true });
      await Job.update(
        { queue, turn: col('run_at') as never },
        { where: { id: idsOf(false) }, silent: true },
      );
    }
    if (jobs.length < BATCH) return;
  }
}

export async function keepFillingTurns(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await retryThroughOutages(fillTurns, signal).catch((error: unknown) => {
      if (!signal.aborted) log.warn({ error }, 'jobs without a turn could not be given one');
    });
    await sleep(INTERVAL_MS, undefined, { signal }).catch(() => undefined);
  }
}
