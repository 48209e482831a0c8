import '@/tests/support/data-folder';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError } from 'sequelize';
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import { log } from '@/app/config/log.server';
import { JOB_ATTEMPTS } from '@/app/domain/jobs';
import {
  HEARTBEAT_MS,
  type JobHandler,
  LEASE_MS,
  LeaseLost,
  MIN_BACKOFF_MS,
  NotYet,
} from '@/app/services/platform/jobs/job';
import { runJobs } from '@/app/services/platform/jobs/run-jobs.server';
import { database } from '@/models/database.server';
import { Job } from '@/models/job.server';
import { insertJob, WORK } from '@/tests/factories/job';
import { describeOnBothDatabases, resetDatabase, withDatabaseOutage } from '@/tests/support/databases';
import { OFTEN } from '@/tests/support/until';

/** Long enough for another slot to begin a job meanwhile. */
const WORK_MS = 20;
/** Transactions that an outage has failed when it would have been logged again. */
const FAILED_TRIES = 4;

describeOnBothDatabases('the runner', () => {
  let stop: AbortController;
  let running: Promise<void>;

  beforeEach(async () => {
    await resetDatabase();
    stop = new AbortController();
  });

  afterEach(async () => {
    stop.abort();
    await running;
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  function start(handler: Partial<JobHandler<string>>, slots = 2): void {
    const work = { run: async () => undefined, ...handler } as JobHandler<unknown>;
    running = runJobs([{ handlers: { [WORK]: work }, slots }], stop.signal);
  }

  const enqueue = (payload = 'payload', lane?: string) => insertJob(WORK, payload, lane);
  const countDone = () => Job.count({ where: { status: 'done' } });
  const theJob = () => Job.findOne({ rejectOnEmpty: true });

  /** Waits until the only job matches the condition. */
  async function until(isSo: (job: Job) => boolean): Promise<Job> {
    let job!: Job;
    const look = async () => {
      job = await theJob();
      return isSo(job) || job.get();
    };
    await expect.poll(look, OFTEN).toBe(true);
    return job;
  }

  /** Makes a job that waits for its next attempt due at once. */
  const makeDue = async () => {
    const { id } = await theJob();
    await Job.update({ runAt: new Date(Date.now() - 1) }, { where: { id, status: 'waiting' } });
  };

  /** Runs until the signal aborts, like a long recording. */
  const untilAborted = (signal: AbortSignal) =>
    new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

  it('runs a job with its payload and marks it done', async () => {
    const run = vi.fn(async () => undefined);
    start({ run });
    await enqueue('a recording');
    const job = await until(({ status }) => status === 'done');
    expect(run).toHaveBeenCalledTimes(1);
    expect(run.mock.calls[0]).toMatchObject([{ payload: 'a recording', claim: { jobId: job.id, fence: 1 } }]);
    expect(job).toMatchObject({ attempts: 1, leasedUntil: null, lastError: null });
    expect(job.finishedAt).not.toBeNull();
  });

  it('runs no more jobs at once than it has slots', async () => {
    let atOnce = 0;
    let mostAtOnce = 0;
    for (let index = 0; index < 8; index += 1) await enqueue();
    start({
      run: async () => {
        atOnce += 1;
        mostAtOnce = Math.max(mostAtOnce, atOnce);
        // On a slow machine the second takes a while.
        for (let tries = 0; mostAtOnce < 2 && tries < 100; tries += 1) await sleep(WORK_MS);
        await sleep(WORK_MS);
        atOnce -= 1;
      },
    });
    await expect.poll(countDone, OFTEN).toBe(8);
    expect(mostAtOnce).toBe(2);
  });

  it('serves the least recently served lane, however many jobs others enqueued before', async () => {
    const order: string[] = [];
    for (let file = 1; file <= 10; file += 1) await enqueue(`ana ${file}`, 'user:1');
    await enqueue('rui 1', 'user:2');
    start({ run: async ({ payload }) => void order.push(payload) }, 1);
    await expect.poll(() => order.length, OFTEN).toBeGreaterThanOrEqual(3);
    await enqueue('eva 1', 'user:3');
    await enqueue('rui 2', 'user:2');
    const begunBefore = order.length;
    await expect.poll(countDone, OFTEN).toBe(13);
    expect(order.slice(0, 2)).toEqual(['ana 1', 'rui 1']);
    // At most the job already running comes between.
    expect(order.indexOf('eva 1')).toBeLessThanOrEqual(begunBefore + 1);
    expect(order.indexOf('rui 2')).toBeLessThanOrEqual(begunBefore + 2);
    const ofAna = order.filter((payload) => payload.startsWith('ana'));
    expect(ofAna).toEqual(Array.from({ length: 10 }, (_, index) => `ana ${index + 1}`));
  });

  it('resets the attempt count when the job made progress before it failed', async () => {
    const onDeadLetter = vi.fn(async () => undefined);
    let attempts = 0;
    start({
      onDeadLetter,
      run: async ({ claim }) => {
        attempts += 1;
        if (attempts === JOB_ATTEMPTS) await Job.update({ attempts: 1 }, { where: { id: claim.jobId } });
        if (attempts < JOB_ATTEMPTS + 2) throw new Error('cut off');
      },
    });
    await enqueue();
    const statusOnceDue = async () => {
      await makeDue();
      return (await theJob()).status;
    };
    await expect.poll(statusOnceDue, OFTEN).toBe('done');
    expect(attempts).toBe(JOB_ATTEMPTS + 2);
    expect(onDeadLetter).not.toHaveBeenCalled();
  });

  it('retries a failed job with back-off, and moves it to the dead letters once after the last attempt', async () => {
    const onDeadLetter = vi.fn(async () => undefined);
    const last: boolean[] = [];
    const run: JobHandler<string>['run'] = async ({ isLastAttempt }) => {
      last.push(isLastAttempt);
      throw new Error('the engine broke');
    };
    start({ run, onDeadLetter });
    await enqueue();
    const delays: number[] = [];
    for (let attempt = 1; attempt < JOB_ATTEMPTS; attempt += 1) {
      const job = await until(({ status, attempts }) => status === 'waiting' && attempts === attempt);
      expect(job.lastError).toBe('Error: the engine broke');
      delays.push(job.runAt.getTime() - job.updatedAt.getTime());
      expect(onDeadLetter).not.toHaveBeenCalled();
      await makeDue();
    }
    const job = await until(({ status }) => status === 'dead');
    expect(job).toMatchObject({ attempts: JOB_ATTEMPTS, lastError: 'Error: the engine broke' });
    expect(onDeadLetter).toHaveBeenCalledTimes(1);
    expect(last).toEqual([...Array(JOB_ATTEMPTS - 1).fill(false), true]);
    expect(delays[0]).toBeGreaterThan(0);
    expect(delays).toEqual([...new Set(delays)].sort((a, b) => a - b));
  });

  it('postpones a job that finds the disk full, without counting an attempt, until there is room', async () => {
    const full = Object.assign(new Error('no space left on device, write'), { code: 'ENOSPC' });
    const ofDatabase = Object.assign(new Error('disk is full'), { code: 'SQLITE_FULL', sql: 'UPDATE' });
    const ways = [full, new Error('could not be written', { cause: full }), new DatabaseError(ofDatabase)];
    const onDeadLetter = vi.fn(async () => undefined);
    const last: boolean[] = [];
    start({
      onDeadLetter,
      run: async ({ isLastAttempt }) => {
        last.push(isLastAttempt);
        if (last.length <= JOB_ATTEMPTS + 2) throw ways[last.length % ways.length];
      },
    });
    await enqueue();
    for (let times = 1; times <= JOB_ATTEMPTS + 2; times += 1) {
      const job = await until(({ status }) => status === 'waiting' && last.length === times);
      expect(job).toMatchObject({ attempts: 0, lastError: String(ways[times % ways.length]) });
      expect(job.runAt.getTime() - Date.now()).toBeGreaterThan(MIN_BACKOFF_MS / 2);
      await makeDue();
    }
    await until(({ status }) => status === 'done');
    expect(onDeadLetter).not.toHaveBeenCalled();
    expect(last).toEqual(Array(JOB_ATTEMPTS + 3).fill(false));
  });

  it('postpones a job cut off by a database outage, without counting an attempt', async () => {
    const onDeadLetter = vi.fn(async () => undefined);
    const failures = vi.spyOn(log, 'error');
    let runs = 0;
    await enqueue();
    await Job.update({ attempts: JOB_ATTEMPTS - 1 }, { where: {} });
    start({
      onDeadLetter,
      run: async () => {
        runs += 1;
        if (runs === 1) await withDatabaseOutage(async () => void (await Job.count()));
      },
    });
    const waiting = await until(({ status }) => status === 'waiting' && runs === 1);
    expect(waiting.runAt.getTime() - Date.now()).toBeGreaterThan(MIN_BACKOFF_MS / 2);
    await makeDue();
    const job = await until(({ status }) => status === 'done');
    expect([job.attempts, job.lastError]).toEqual([JOB_ATTEMPTS, expect.stringContaining('ECONNREFUSED')]);
    expect(onDeadLetter).not.toHaveBeenCalled();
    expect(failures.mock.calls.map(([, line]) => line)).not.toContain('a job failed');
  });

  it('marks a job done when the database is back, and logs the outage in two lines', async () => {
    const errors = vi.spyOn(log, 'error');
    const warnings = vi.spyOn(log, 'warn');
    let back = () => {};
    let away: Promise<void> | undefined;
    let tries: MockInstance | undefined;
    let runs = 0;
    start({
      run: async () => {
        runs += 1;
        away = withDatabaseOutage(() => {
          tries = vi.spyOn(database(), 'transaction');
          return new Promise((resolve) => (back = resolve));
        });
      },
    });
    await enqueue();
    await expect.poll(() => errors.mock.calls.length, OFTEN).toBe(1);
    await expect.poll(() => tries?.mock.calls.length, OFTEN).toBeGreaterThanOrEqual(FAILED_TRIES);
    back();
    await away;
    const job = await until(({ status }) => status === 'done');
    expect([runs, job.attempts]).toEqual([1, 1]);
    expect(errors.mock.calls.map(([, line]) => line)).toEqual(['the database is away']);
    expect(warnings).not.toHaveBeenCalled();
  });

  it('moves a job whose worker died at every attempt to the dead letters without another run', async () => {
    const [run, onDeadLetter] = [vi.fn(async () => undefined), vi.fn(async () => undefined)];
    await enqueue();
    const ended = new Date(Date.now() - 1);
    await Job.update({ status: 'running', attempts: JOB_ATTEMPTS, leasedUntil: ended }, { where: {} });
    start({ run, onDeadLetter });
    await until(({ status }) => status === 'dead');
    expect(run).not.toHaveBeenCalled();
    expect(onDeadLetter).toHaveBeenCalledTimes(1);
  });

  it('retries onDeadLetter when it failed', async () => {
    const onDeadLetter = vi.fn(async () => undefined).mockRejectedValueOnce(new Error('no database'));
    await enqueue();
    await Job.update({ attempts: JOB_ATTEMPTS - 1 }, { where: {} });
    start({ run: () => Promise.reject(new Error('the engine broke')), onDeadLetter });
    await expect.poll(() => onDeadLetter.mock.calls.length, OFTEN).toBe(1);
    await Job.update({ leasedUntil: new Date(Date.now() - 1) }, { where: {} });
    await until(({ status }) => status === 'dead');
    expect(onDeadLetter).toHaveBeenCalledTimes(2);
  });

  it('continues with a lane after one of its jobs became a dead letter', async () => {
    const done: string[] = [];
    const run: JobHandler<string>['run'] = async ({ payload }) => {
      if (payload === 'bad') throw new Error('no');
      done.push(payload);
    };
    await enqueue('bad', 'lane');
    await Job.update({ attempts: JOB_ATTEMPTS - 1 }, { where: {} });
    await enqueue('good', 'lane');
    start({ run });
    await expect.poll(() => done, OFTEN).toEqual(['good']);
  });

  it.each([
    [
      '{"transcriptionId":"7"}',
      'InvalidPayload: transcribe: ✖ Invalid input: expected number, received string',
    ],
    ['{"transcriptionId":', 'InvalidPayload: transcribe: not JSON'],
  ])('moves a job with the payload %s to the dead letters at once', async (payload, lastError) => {
    const [run, onDeadLetter] = [vi.fn(async () => undefined), vi.fn(async () => undefined)];
    await insertJob('transcribe', {});
    await Job.update({ payload }, { where: {} });
    running = runJobs([{ handlers: { transcribe: { run, onDeadLetter } }, slots: 1 }], stop.signal);
    const job = await until(({ status }) => status === 'dead');
    expect(job).toMatchObject({ attempts: 1, leasedUntil: null });
    expect(job.lastError).toContain(lastError);
    expect(run).not.toHaveBeenCalled();
    expect(onDeadLetter).not.toHaveBeenCalled();
  });

  it('counts no attempt of a job that cannot start yet', async () => {
    const hourMs = 3_600_000;
    const onDeadLetter = vi.fn(async () => undefined);
    let runs = 0;
    start({
      run: async () => {
        runs += 1;
        throw new NotYet(hourMs);
      },
      onDeadLetter,
    });
    await enqueue();
    for (let time = 1; time <= JOB_ATTEMPTS + 2; time += 1) {
      const job = await until(({ status, fence }) => status === 'waiting' && fence === time);
      expect(job).toMatchObject({ attempts: 0, leasedUntil: null, lastError: null });
      expect(job.runAt.getTime() - Date.now()).toBeGreaterThan(hourMs / 2);
      await makeDue();
    }
    expect(runs).toBeGreaterThan(JOB_ATTEMPTS);
    expect(onDeadLetter).not.toHaveBeenCalled();
  });

  it('requeues its jobs uncounted when it is stopped, and waits for them', async () => {
    let began = false;
    start({
      run: ({ signal }) => {
        began = true;
        return untilAborted(signal);
      },
    });
    await enqueue();
    await expect.poll(() => began, OFTEN).toBe(true);
    stop.abort();
    await running;
    const job = await theJob();
    expect(job).toMatchObject({ status: 'waiting', attempts: 0, leasedUntil: null, lastError: null });
    expect(job.runAt.getTime()).toBeLessThanOrEqual(Date.now());
  });

  it('requeues a job that it was claiming when it was stopped', async () => {
    const run = vi.fn(async () => undefined);
    await enqueue();
    const mayStart = async () => {
      stop.abort();
      return true;
    };
    await runJobs([{ handlers: { [WORK]: { run } }, slots: 1, mayStart }], stop.signal);
    expect(run).not.toHaveBeenCalled();
    expect(await theJob()).toMatchObject({ status: 'waiting', attempts: 0, leasedUntil: null });
  });

  it('renews the lease of a long job by its heartbeat, and stops the job when the lease is lost', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    let reason: unknown;
    start({
      run: ({ signal }) =>
        untilAborted(signal).catch((error: unknown) => {
          reason = error;
          throw error;
        }),
    });
    await enqueue();
    await until(({ status }) => status === 'running');

    const nearlyOver = new Date(Date.now() + LEASE_MS / 3);
    await Job.update({ leasedUntil: nearlyOver }, { where: {} });
    vi.advanceTimersByTime(HEARTBEAT_MS);
    await until(({ leasedUntil }) => leasedUntil! > nearlyOver);
    expect(reason).toBeUndefined();

    const inAnHour = new Date(Date.now() + 3_600_000);
    await Job.update({ fence: 2, leasedUntil: inAnHour }, { where: {} });
    // A heartbeat is skipped while the previous one is under way.
    const reasonAfterHeartbeat = () => {
      vi.advanceTimersByTime(HEARTBEAT_MS);
      return reason;
    };
    await expect.poll(reasonAfterHeartbeat, OFTEN).toBeInstanceOf(LeaseLost);
    stop.abort();
    await running;
    expect(await theJob()).toMatchObject({ status: 'running', fence: 2, leasedUntil: inAnHour, attempts: 1 });
  });
});
