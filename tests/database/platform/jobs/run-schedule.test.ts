import '@/tests/support/data-folder';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { log } from '@/app/config/log.server';
import type { PeriodicJob } from '@/app/domain/jobs';
import { runSchedule } from '@/app/services/platform/jobs/run-schedule.server';
import { database } from '@/models/database.server';
import { Job } from '@/models/job.server';
import { describeOnBothDatabases, resetDatabase, withDatabaseOutage } from '@/tests/support/databases';
import { OFTEN } from '@/tests/support/until';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** 03:00 in São Paulo. */
const NIGHT = Date.parse('2026-03-02T06:00:00Z');

const nightly: PeriodicJob = { name: 'retention', crontab: '17 3 * * *' };
const often: PeriodicJob = { name: 'subscriptions', crontab: '*/15 * * * *' };

describeOnBothDatabases('the schedule', () => {
  let time: number;
  let stop: AbortController;
  let running: Promise<unknown>[];

  beforeEach(async () => {
    await resetDatabase();
    time = NIGHT;
    stop = new AbortController();
    running = [];
  });

  afterEach(async () => {
    await end();
    vi.restoreAllMocks();
  });

  const start = (jobs = [nightly, often]) => {
    running.push(runSchedule(jobs, stop.signal, { now: () => time, longestPauseMs: 10 }));
  };

  async function end(): Promise<void> {
    stop.abort();
    await Promise.all(running);
    stop = new AbortController();
  }

  /** Keys of the jobs enqueued to run, in that order. */
  const left = async () =>
    (await Job.findAll({ where: { status: 'waiting' }, order: ['id'] })).map(({ uniqueKey }) => uniqueKey);

  /** Waits until the schedule has handled the current time. */
  async function untilSettled(keys: string[]): Promise<void> {
    await expect.poll(() => Job.count({ where: { uniqueKey: keys } }), OFTEN).toBe(keys.length);
  }

  const BEGUN = ['retention:2026-03-01T06:17', 'subscriptions:2026-03-02T05:45'];

  it('enqueues a job at its next due time, once for all workers', async () => {
    for (let worker = 0; worker < 3; worker += 1) start();
    await untilSettled(BEGUN);
    expect(await left()).toEqual([]);
    time = NIGHT + 16 * 60_000;
    await untilSettled(['subscriptions:2026-03-02T06:15']);
    time = NIGHT + 18 * 60_000;
    await untilSettled(['retention:2026-03-02T06:17']);
    expect(await left()).toEqual(['subscriptions:2026-03-02T06:15', 'retention:2026-03-02T06:17']);
  });

  it('makes up the latest run missed while no worker ran, and no earlier one', async () => {
    start();
    await untilSettled(BEGUN);
    await end();
    time = NIGHT + 5 * DAY_MS + HOUR_MS;
    for (let restart = 0; restart < 2; restart += 1) {
      start();
      await untilSettled(['retention:2026-03-07T06:17', 'subscriptions:2026-03-07T06:45']);
      await end();
    }
    expect((await left()).sort()).toEqual(['retention:2026-03-07T06:17', 'subscriptions:2026-03-07T06:45']);
  });

  it('survives a database outage, which it logs in two lines, and makes the run up', async () => {
    start();
    await untilSettled(BEGUN);
    const errors = vi.spyOn(log, 'error');
    const infos = vi.spyOn(log, 'info');
    await withDatabaseOutage(async () => {
      time = NIGHT + 16 * 60_000;
      await expect.poll(() => errors.mock.calls.length, OFTEN).toBe(1);
      time = NIGHT + 3 * HOUR_MS;
      // Each try that fails would log the outage again.
      const tries = vi.spyOn(database(), 'transaction');
      await expect.poll(() => tries.mock.calls.length, OFTEN).toBeGreaterThanOrEqual(2);
    });
    await untilSettled(['retention:2026-03-02T06:17', 'subscriptions:2026-03-02T08:45']);
    expect((await left()).sort()).toEqual(['retention:2026-03-02T06:17', 'subscriptions:2026-03-02T08:45']);
    expect(errors.mock.calls.map(([, line]) => line)).toEqual(['the database is away']);
    expect(infos.mock.calls.map(([, line]) => line)).toEqual(['the database is back']);
    expect(await database().query('SELECT 1')).toBeDefined();
  });
});
