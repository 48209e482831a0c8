import '@/tests/support/data-folder';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it, vi } from 'vitest';
import { log } from '@/app/config/log.server';
import { BullMqBroker } from '@/app/integrations/queue/bullmq.server';
import type { JobHandlers } from '@/app/services/platform/jobs/job';
import { runJobs } from '@/app/services/platform/jobs/run-jobs.server';
import { Job } from '@/models/job.server';
import { insertJob, WORK } from '@/tests/factories/job';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';
import { describeWithRedis, type RedisServer, startRedis } from '@/tests/support/redis';
import { OFTEN, SLOW } from '@/tests/support/until';

const WORK_MS = 20;

describeWithRedis('jobs spread by Redis', () => {
  let redis: RedisServer;

  beforeAll(async () => {
    redis = await startRedis(path.join(inject('runFolder'), `redis-${process.pid}`));
  });
  afterAll(() => redis.stop());

  describeOnBothDatabases('with their rows', () => {
    let stop: AbortController;
    let workers: Promise<void>[];
    /** Payloads in the order in which their jobs began. */
    let begun: unknown[];

    beforeEach(async () => {
      await resetDatabase();
      await redis.flush();
      stop = new AbortController();
      workers = [];
      begun = [];
    });

    afterEach(async () => {
      stop.abort();
      await Promise.all(workers);
      vi.restoreAllMocks();
    });

    function startWorker(slots = 4): void {
      const run = async ({ payload }: { payload: unknown }) => {
        begun.push(payload);
        await sleep(WORK_MS);
      };
      const handlers: Partial<JobHandlers> = { [WORK]: { run } };
      workers.push(runJobs([{ handlers, slots }], stop.signal, new BullMqBroker(redis.url)));
    }

    const countDone = () => Job.count({ where: { status: 'done' } });
    /** Each job was done by its first attempt. */
    const expectOnceEach = async (jobs: number) => {
      expect([...begun].sort()).toEqual(Array.from({ length: jobs }, (_, index) => index).sort());
      expect(await Job.count({ where: { attempts: 1, fence: 1, status: 'done' } })).toBe(jobs);
    };
    const insert = async (jobs: number, laneOf: (index: number) => string | undefined = () => undefined) => {
      for (let index = 0; index < jobs; index += 1) await insertJob(WORK, index, laneOf(index));
    };

    it('are run once each by two workers, and those of a lane in order', async () => {
      await insert(30, (index) => (index < 20 ? `lane ${index % 2}` : undefined));
      startWorker();
      startWorker();
      await expect.poll(countDone, SLOW).toBe(30);
      await expectOnceEach(30);
      for (const lane of [0, 1]) {
        const ofLane = begun.filter((index) => (index as number) < 20 && (index as number) % 2 === lane);
        expect(ofLane).toEqual(Array.from({ length: 10 }, (_, index) => 2 * index + lane));
      }
    });

    it('are run although Redis forgets them all', async () => {
      await insert(40);
      startWorker(2);
      await expect.poll(countDone, OFTEN).toBeGreaterThan(3);
      await redis.flush();
      await expect.poll(countDone, SLOW).toBe(40);
      await expectOnceEach(40);
    });

    it('are run while Redis is dead, and by it when it is back, with a line for each', async () => {
      const lines: unknown[] = [];
      for (const level of ['error', 'info', 'warn'] as const) {
        vi.spyOn(log, level).mockImplementation((_about: unknown, line?: unknown) => {
          if (/Redis|failed|cannot/.test(String(line))) lines.push(line);
        });
      }
      await insert(20);
      startWorker(2);
      await expect.poll(countDone, OFTEN).toBeGreaterThan(3);
      await redis.kill();
      await expect.poll(countDone, SLOW).toBe(20);
      await redis.restart();
      await expect.poll(() => lines, SLOW).toHaveLength(2);
      await insertJob(WORK, 20);
      await expect.poll(countDone, SLOW).toBe(21);
      await expectOnceEach(21);
      expect(lines).toEqual(['Redis is away: jobs run from the database', 'Redis is back']);
    });

    it('are run once when a delivery is doubled or late', async () => {
      const job = await insertJob(WORK, 0);
      const broker = new BullMqBroker(redis.url);
      await expect.poll(() => broker.isReady(), OFTEN).toBe(true);
      const delivery = { id: job.id, fence: 0, name: WORK, lane: null };
      await broker.relay('quick', [delivery]);
      startWorker();
      await expect.poll(countDone, SLOW).toBe(1);
      await broker.relay('quick', [delivery, { ...delivery, fence: 1 }]);
      await insertJob(WORK, 1);
      await expect.poll(countDone, SLOW).toBe(2);
      await expectOnceEach(2);
      await broker.close();
    });
  });
});
