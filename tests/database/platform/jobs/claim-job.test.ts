import '@/tests/support/data-folder';
import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { beforeEach, expect, it } from 'vitest';
import { childScript } from '@/app/config/child-script.server';
import { claimJob } from '@/app/services/platform/jobs/claim-job.server';
import { completeJob, moveToDeadLetters } from '@/app/services/platform/jobs/finish-job.server';
import { Job } from '@/models/job.server';
import { insertJob, WORK } from '@/tests/factories/job';
import { databaseAddress, describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';

const HOUR_MS = 3_600_000;
/** Pause of a claimer that found no job, so that the others get their turn. */
const IDLE_MS = 1;
/** Long enough for other claimers to try the same lane meanwhile. */
const WORK_MS = 3;
const fromNow = (ms: number) => new Date(Date.now() + ms);

describeOnBothDatabases('claiming a job', () => {
  beforeEach(resetDatabase);

  const enqueue = (payload: unknown, lane?: string) => insertJob(WORK, payload, lane);
  const claim = async () => {
    const job = await claimJob([WORK]);
    return job && { ...job.get(), payload: JSON.parse(job.payload) as unknown };
  };
  const done = (job: { id: number; fence: number }) => completeJob({ jobId: job.id, fence: job.fence });

  it('gives each of 50 jobs to one of 8 claimers in 2 processes', async () => {
    for (let index = 0; index < 50; index += 1) await enqueue(index);
    const { path, execArgv } = childScript('tests/database/platform/jobs/claiming-process.ts');
    const claiming = [path, JSON.stringify(databaseAddress()), '4'];
    const claimed = await Promise.all(
      [1, 2].map(async () => {
        const { stdout } = await promisify(execFile)(process.execPath, [...execArgv, ...claiming]);
        return JSON.parse(stdout) as number[];
      }),
    );
    const jobs = await Job.findAll({ order: ['id'] });
    expect(claimed.flat().sort((a, b) => a - b)).toEqual(jobs.map(({ id }) => id));
    for (const job of jobs) expect(job).toMatchObject({ status: 'done', attempts: 1, fence: 1 });
  });

  it('gives one job to one of 8 concurrent claimers', async () => {
    await enqueue('the only one');
    const claims = await Promise.all(Array.from({ length: 8 }, claim));
    expect(claims.filter((job) => job !== null)).toHaveLength(1);
  });

  it('claims the oldest due job with one of the given names', async () => {
    await insertJob('sweep', {});
    await enqueue('first');
    await enqueue('second');
    expect(await claim()).toMatchObject({ payload: 'first', status: 'running', attempts: 1, fence: 1 });
    expect(await claim()).toMatchObject({ payload: 'second' });
    expect(await claim()).toBeNull();
  });

  it('does not claim a job before it is due', async () => {
    await enqueue('later');
    await Job.update({ runAt: fromNow(HOUR_MS) }, { where: {} });
    expect(await claim()).toBeNull();
    await Job.update({ runAt: fromNow(-1) }, { where: {} });
    expect(await claim()).toMatchObject({ payload: 'later' });
  });

  it('runs the jobs of a lane one at a time and in order, beside those of other lanes', async () => {
    for (let index = 0; index < 30; index += 1) await enqueue(index, `lane ${index % 3}`);
    const running = new Set<string>();
    const order = new Map<string, number[]>();
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        while ((await Job.count({ where: { status: ['waiting', 'running'] } })) > 0) {
          const job = await claim();
          if (!job) {
            await sleep(IDLE_MS);
            continue;
          }
          expect(running).not.toContain(job.lane);
          running.add(job.lane!);
          order.set(job.lane!, [...(order.get(job.lane!) ?? []), job.payload as number]);
          await sleep(WORK_MS);
          running.delete(job.lane!);
          await done(job);
        }
      }),
    );
    for (const lane of [0, 1, 2]) {
      expect(order.get(`lane ${lane}`)).toEqual(Array.from({ length: 10 }, (_, index) => 3 * index + lane));
    }
  });

  it('blocks a lane behind its first job, until that is done or dead', async () => {
    for (const payload of ['first', 'second', 'third']) await enqueue(payload, 'lane');
    const first = (await claim())!;
    expect(await claim()).toBeNull();
    await Job.update({ status: 'waiting', runAt: fromNow(HOUR_MS) }, { where: { id: first.id } });
    expect(await claim()).toBeNull();
    await Job.update({ runAt: fromNow(-1) }, { where: { id: first.id } });
    const again = (await claim())!;
    expect(again).toMatchObject({ payload: 'first' });
    await moveToDeadLetters({ jobId: again.id, fence: again.fence }, new Error('no'));
    expect(await claim()).toMatchObject({ payload: 'second' });
  });

  it('is not blocked by a job of unknown name at the head of its lane', async () => {
    await insertJob('of-another-version', {}, 'lane');
    await enqueue('first', 'lane');
    await enqueue('second', 'lane');
    expect(await claim()).toMatchObject({ payload: 'first' });
    expect(await claim()).toBeNull();
  });

  it('claims a job again when its lease has expired, and not before', async () => {
    await enqueue('work');
    const first = (await claim())!;
    expect(first.leasedUntil!.getTime()).toBeGreaterThan(Date.now());
    expect(await claim()).toBeNull();
    await Job.update({ leasedUntil: fromNow(-1) }, { where: {} });
    expect(await claim()).toMatchObject({ id: first.id, attempts: 2, fence: first.fence + 1 });
    expect(await claim()).toBeNull();
  });

  it('gives a job with an expired lease to one of 8 concurrent claimers', async () => {
    await enqueue('work');
    await claim();
    await Job.update({ leasedUntil: fromNow(-1) }, { where: {} });
    const claims = await Promise.all(Array.from({ length: 8 }, claim));
    expect(claims.filter((job) => job !== null)).toHaveLength(1);
  });
});
