import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sequelize } from 'sequelize';
import { log } from '@/app/config/log.server';
import { JOB_NAMES, JOB_QUEUES, jobKind } from '@/app/domain/jobs';
import { BullMqBroker } from '@/app/integrations/queue/bullmq.server';
import type { JobBroker } from '@/app/integrations/queue/port';
import { claimJob } from '@/app/services/platform/jobs/claim-job.server';
import { fillTurns, keepFillingTurns } from '@/app/services/platform/jobs/fill-turns.server';
import { runJobs } from '@/app/services/platform/jobs/run-jobs.server';
import { database } from '@/models/database.server';
import { Job } from '@/models/job.server';
import { findRedis, startRedis } from '../support/redis';
import { until } from '../support/until';
import { onEachDatabase } from './on-each-database';

const DEFAULT_WAITING = 100_000;
const LANES = 500;
const RUNS = 51;
const LOOKS = 5;
const BATCH = 1_000;
const JOBS = 1_000;
const SLOTS = 8;
const IDLE_MS = 10_000;

/**
 * What it costs to claim a job while many wait in 500 lanes, compared with an empty queue; the statements of an idle
 * worker; and the jobs a second of one worker whose handlers do nothing, with and without Redis.
 * @param most waiting jobs; fewer for a trial
 */
export async function queue(most = DEFAULT_WAITING): Promise<void> {
  log.level = 'silent';
  await onEachDatabase(async () => {
    let first: Record<string, Cost> | undefined;
    let waiting = 0;
    for (const target of [1, 100, 10_000, 100_000].filter((size) => size <= most)) {
      await fill(waiting, target);
      waiting = target;
      const filled = await costOf(fillTurns);
      process.stdout.write(`    ${target} waiting (their turns filled in ${filled.ms.toFixed(0)} ms)\n`);
      const costs = await measure();
      first ??= costs;
      for (const [what, { ms, cpuMs }] of Object.entries(costs)) {
        const figures = `${ms.toFixed(2).padStart(8)} ms ${cpuMs.toFixed(2).padStart(8)} ms of CPU`;
        const ratio = (cpuMs / first[what]!.cpuMs).toFixed(2);
        process.stdout.write(`      ${what.padEnd(24)}${figures}  ${ratio} × that with one\n`);
      }
    }
    await Job.destroy({ where: {} });
    await printIdle();
    await printThroughput('from the database', null);
    const program = findRedis();
    if (!program) return void process.stdout.write('    redis-server is not installed\n');
    const redis = await startRedis(await mkdtemp(path.join(tmpdir(), 'celeste-bench-redis-')));
    await printThroughput('by Redis', new BullMqBroker(redis.url));
    await redis.stop();
  });
}

interface Cost {
  ms: number;
  /** Of this process, which a busy machine disturbs less. */
  cpuMs: number;
}

async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  const [startedAt, cpuBefore] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(cpuBefore);
  return { ms: performance.now() - startedAt, cpuMs: (user + system) / 1000 };
}

/** Medians. Putting a claimed job back is not counted. */
async function measure(): Promise<Record<string, Cost>> {
  const costs: Record<string, Cost[]> = {
    'claim a job': [],
    'read one by its id': [],
    'look for lost turns': [],
  };
  for (let run = 0; run < RUNS; run += 1) {
    let job: Job | null = null;
    costs['claim a job']!.push(await costOf(async () => (job = await claimJob(['transcribe']))));
    const { id } = job as unknown as Job;
    costs['read one by its id']!.push(await costOf(() => Job.findByPk(id)));
    await Job.update({ status: 'waiting', leasedUntil: null, runAt: new Date() }, { where: { id } });
    if (run < LOOKS) costs['look for lost turns']!.push(await costOf(fillTurns));
  }
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;
  return Object.fromEntries(
    Object.entries(costs).map(([what, all]) => [
      what,
      { ms: median(all.map(({ ms }) => ms)), cpuMs: median(all.map(({ cpuMs }) => cpuMs)) },
    ]),
  );
}

async function fill(from: number, to: number, laneOf = (index: number) => `user:${index % LANES}`) {
  for (let first = from; first < to; first += BATCH) {
    await Job.bulkCreate(
      Array.from({ length: Math.min(BATCH, to - first) }, (_, index) => ({
        name: 'transcribe',
        payload: '{"transcriptionId":1}',
        lane: laneOf(first + index),
        runAt: new Date(),
      })),
    );
  }
}

/** All queues, with handlers that do nothing. */
const idlePools = () =>
  JOB_QUEUES.map((name) => {
    const names = JOB_NAMES.filter((job) => jobKind(job).queue === name);
    return {
      handlers: Object.fromEntries(names.map((job) => [job, { run: async () => undefined }])),
      slots: SLOTS,
    };
  });

async function printIdle(): Promise<void> {
  const stop = new AbortController();
  const sequelize: Sequelize = database();
  let statements = 0;
  const running = Promise.all([runJobs(idlePools(), stop.signal), keepFillingTurns(stop.signal)]);
  await sleep(IDLE_MS / 4);
  sequelize.addHook('beforeQuery', 'count', () => {
    statements += 1;
  });
  await sleep(IDLE_MS);
  sequelize.removeHook('beforeQuery', 'count');
  stop.abort();
  await running;
  process.stdout.write(
    `    an idle worker: ${(statements / (IDLE_MS / 1000)).toFixed(1)} statements a second\n`,
  );
}

async function printThroughput(how: string, broker: JobBroker | null): Promise<void> {
  await Job.destroy({ where: {} });
  await fill(0, JOBS, (index) => `user:${index}`);
  await fillTurns();
  const stop = new AbortController();
  const { ms, cpuMs } = await costOf(async () => {
    const running = runJobs(idlePools(), stop.signal, broker);
    const isDone = async () => (await Job.count({ where: { status: 'done' } })) === JOBS;
    await until(isDone, { what: 'all jobs', timeoutMs: 600_000, intervalMs: 250 });
    stop.abort();
    await running;
  });
  const figures = `${((1000 * JOBS) / ms).toFixed(0)} jobs a second, ${(cpuMs / JOBS).toFixed(2)} ms of CPU each`;
  process.stdout.write(`    ${how}: ${figures}\n`);
}
