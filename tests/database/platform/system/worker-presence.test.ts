import '@/tests/support/data-folder';
import { beforeEach, expect, it } from 'vitest';
import { checkReadiness } from '@/app/services/platform/system/check-readiness.server';
import { readQueue } from '@/app/services/platform/system/read-queue.server';
import { announceWorker, countLiveWorkers } from '@/app/services/platform/system/worker-presence.server';
import { Job } from '@/models/job.server';
import { Worker } from '@/models/worker.server';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';
import { SLOW } from '@/tests/support/until';

describeOnBothDatabases('a worker', () => {
  beforeEach(resetDatabase);

  it('is seen while it runs, in one row, and no longer after its end', async () => {
    const stop = new AbortController();
    const announced = announceWorker(stop.signal, { intervalMs: 10 });
    await expect.poll(countLiveWorkers, SLOW).toBe(1);
    const { seenAt } = await Worker.findOne({ rejectOnEmpty: true });
    await expect
      .poll(async () => (await Worker.findOne({ rejectOnEmpty: true })).seenAt > seenAt, SLOW)
      .toBe(true);
    expect(await Worker.count()).toBe(1);
    expect(await checkReadiness()).toMatchObject({ obstacles: [], liveWorkers: 1 });
    stop.abort();
    await announced;
    expect(await Worker.count()).toBe(0);
  });

  it('that was killed is not seen for long, and is forgotten by the next', async () => {
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    await Worker.create({ processKey: 'killed', seenAt: ago(2), figures: '{}' });
    await Worker.create({ processKey: 'long ago', seenAt: ago(25 * 60), figures: '{}' });
    expect(await countLiveWorkers()).toBe(0);
    await announceWorker(AbortSignal.abort());
    expect((await Worker.findAll()).map(({ processKey }) => processKey)).toEqual(['killed']);
  });
});

describeOnBothDatabases('the figures of the queue', () => {
  beforeEach(resetDatabase);

  it('are those of unfinished jobs and dead letters, by name', async () => {
    const at = (ms: number) => new Date(Date.now() + ms);
    const insert = (name: string, status: 'waiting' | 'running' | 'done' | 'dead', runAt: Date) =>
      Job.create({ name, payload: '{}', status, runAt });
    await insert('notice', 'waiting', at(-60_000));
    await insert('notice', 'waiting', at(-5_000));
    await insert('notice', 'dead', at(-90_000));
    await insert('notice', 'done', at(-90_000));
    await insert('sweep', 'waiting', at(60_000));
    await insert('transcribe', 'running', at(-60_000));
    const figures = await readQueue();
    expect(figures.map(({ oldestMs: _age, ...counts }) => counts)).toEqual([
      { name: 'notice', waiting: 2, running: 0, dead: 1 },
      { name: 'sweep', waiting: 1, running: 0, dead: 0 },
      { name: 'transcribe', waiting: 0, running: 1, dead: 0 },
    ]);
    const [notice, sweep, transcribe] = figures.map(({ oldestMs }) => oldestMs);
    expect(notice).toBeGreaterThanOrEqual(60_000);
    expect([sweep, transcribe]).toEqual([0, 0]);
  });
});
