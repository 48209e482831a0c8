import { setTimeout as sleep } from 'node:timers/promises';
import { Cron } from 'croner';
import { Op } from 'sequelize';
import { log } from '@/app/config/log.server';
import type { PeriodicJob, PeriodicJobName } from '@/app/domain/jobs';
import { Job } from '@/models/job.server';
import { isDatabaseUnavailable, waitForRecovery } from '../system/database-outage.server';
import { enqueueOnce } from './enqueue.server';

/** Upper bound, since the clock may be changed and the machine may sleep. */
const MAX_PAUSE_MS = 60_000;

/**
 * Enqueues each job at its due times until the signal aborts; of several workers one succeeds. The latest run
 * that was missed is made up as soon as possible, earlier ones are skipped.
 */
export async function runSchedule(
  jobs: PeriodicJob[],
  signal: AbortSignal,
  { now = Date.now, longestPauseMs = MAX_PAUSE_MS } = {},
): Promise<void> {
  const entries = jobs.map(({ name, crontab }) => ({
    name,
    cron: new Cron(crontab, { timezone: 'America/Sao_Paulo', paused: true }),
    /** Due time that this process handled last. */
    settled: 0,
  }));
  while (!signal.aborted) {
    try {
      for (const entry of entries) {
        const due = entry.cron.previousRuns(1, new Date(now()))[0];
        if (!due || due.getTime() === entry.settled) continue;
        await enqueueIfDue(entry.name, due);
        entry.settled = due.getTime();
      }
    } catch (error) {
      if (isDatabaseUnavailable(error)) {
        await waitForRecovery(error, signal);
        continue;
      }
      log.error({ error }, 'a periodic job could not be enqueued');
    }
    const nextAt = Math.min(...entries.map(({ cron }) => Number(cron.nextRun(new Date(now())))));
    const pauseMs = Math.min(Math.max(nextAt - now(), 0) + 50, longestPauseMs);
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}

/** Unless that was done. A job without earlier runs starts with its next due time, since it missed none. */
async function enqueueIfDue(name: PeriodicJobName, due: Date): Promise<void> {
  const uniqueKey = `${name}:${due.toISOString().slice(0, 16)}`;
  if (await Job.count({ where: { uniqueKey } })) return;
  const known = await Job.findOne({
    attributes: ['id'],
    // Range scan of this name's keys: ';' is the character after ':'.
    where: { uniqueKey: { [Op.gt]: `${name}:`, [Op.lt]: `${name};` } },
  });
  await enqueueOnce(name, uniqueKey, known ? 'waiting' : 'done');
}
