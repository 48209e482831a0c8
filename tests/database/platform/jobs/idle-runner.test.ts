import '@/tests/support/data-folder';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { JOB_NAMES, JOB_QUEUES, jobKind } from '@/app/domain/jobs';
import { announceJobs } from '@/app/services/platform/jobs/announce-jobs.server';
import { enqueue } from '@/app/services/platform/jobs/enqueue.server';
import { keepFillingTurns } from '@/app/services/platform/jobs/fill-turns.server';
import { runJobs } from '@/app/services/platform/jobs/run-jobs.server';
import { database, inTransaction } from '@/models/database.server';
import { Job } from '@/models/job.server';
import { insertJob, WORK } from '@/tests/factories/job';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';
import { OFTEN } from '@/tests/support/until';

/** Until the pauses have their full length. */
const SETTLING_MS = 2_000;
const WATCHED_MS = 4_000;

describeOnBothDatabases('an idle runner', () => {
  let stop: AbortController;
  let running: Promise<unknown>;

  beforeEach(async () => {
    await resetDatabase();
    stop = new AbortController();
  });

  afterEach(async () => {
    stop.abort();
    await running;
    vi.restoreAllMocks();
  });

  /** All queues, with handlers that do nothing but call `run`. */
  function start(run = async () => undefined) {
    const pools = JOB_QUEUES.map((queue) => {
      const names = JOB_NAMES.filter((name) => jobKind(name).queue === queue);
      return { handlers: Object.fromEntries(names.map((name) => [name, { run }])), slots: 2 };
    });
    running = Promise.all([runJobs(pools, stop.signal), keepFillingTurns(stop.signal)]);
  }

  it('asks for the jobs of all queues with at most one statement a second', async () => {
    start();
    await sleep(SETTLING_MS);
    const statements = vi.spyOn(database(), 'query');
    await sleep(WATCHED_MS);
    expect(statements.mock.calls.length).toBeGreaterThan(0);
    expect(statements.mock.calls.length).toBeLessThanOrEqual(WATCHED_MS / 1000);
  });

  it('looks at once when a transaction that enqueues a job commits', async () => {
    const run = vi.fn(async () => undefined);
    start(run);
    await sleep(SETTLING_MS);
    const statements = vi.spyOn(database(), 'query');
    await inTransaction(async (transaction) => {
      await enqueue(WORK, {}, { transaction });
      await Job.count({ transaction });
    });
    await expect.poll(() => run.mock.calls.length, OFTEN).toBe(1);
    const looks = statements.mock.calls.filter(([sql]) => String(sql).includes('leased_until <'));
    expect(looks.length).toBeGreaterThan(0);
  });

  it('looks at once when another process announces a job', async () => {
    const run = vi.fn(async () => undefined);
    start(run);
    await sleep(SETTLING_MS);
    await insertJob(WORK, {});
    announceJobs();
    await expect.poll(() => run.mock.calls.length, { ...OFTEN, timeout: 1_000 }).toBe(1);
  });
});
