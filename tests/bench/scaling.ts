import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { childScript } from '@/app/config/child-script.server';
import { fillTurns } from '@/app/services/platform/jobs/fill-turns.server';
import { Job } from '@/models/job.server';
import { WORK } from '../factories/job';
import type { DatabaseAddress } from '../support/databases';
import { findRedis, startRedis } from '../support/redis';
import { until } from '../support/until';
import { onEachDatabase } from './on-each-database';
import type { StubWork } from './stub-worker';

const JOBS_PER_WORKER = 200;
const SLOTS = 2;
const STAGE_MS = 40;
const WORKERS = [1, 2, 4];

/** Jobs a second of one, two and four worker processes, whose stages only wait, beside a linear growth. */
export async function scaling(jobsPerWorker = JOBS_PER_WORKER): Promise<void> {
  await onEachDatabase(async (_userId, address) => {
    await printScaling('from the database', { address, redisUrl: null, jobsPerWorker });
    if (!findRedis()) return void process.stdout.write('    redis-server is not installed\n');
    const redis = await startRedis(await mkdtemp(path.join(tmpdir(), 'celeste-bench-redis-')));
    await printScaling('by Redis', { address, redisUrl: redis.url, jobsPerWorker });
    await redis.stop();
  });
}

interface Setup {
  address: DatabaseAddress;
  redisUrl: string | null;
  jobsPerWorker: number;
}

async function printScaling(how: string, setup: Setup): Promise<void> {
  let perWorker: number | undefined;
  for (const workers of WORKERS) {
    const rate = await jobsPerSecond(workers, setup);
    perWorker ??= rate;
    const ratio = (rate / (workers * perWorker)).toFixed(2);
    const about = `${how}, ${workers} workers`.padEnd(32);
    process.stdout.write(`    ${about}${rate.toFixed(1).padStart(8)} jobs a second, ${ratio} × linear\n`);
  }
}

async function jobsPerSecond(count: number, { address, redisUrl, jobsPerWorker }: Setup): Promise<number> {
  await Job.destroy({ where: {} });
  const jobs = count * jobsPerWorker;
  const row = { name: WORK, payload: '{}', runAt: new Date() };
  await Job.bulkCreate(Array.from({ length: jobs }, (_, index) => ({ ...row, lane: `user:${index}` })));
  await fillTurns();
  const workers = await Promise.all(
    Array.from({ length: count }, () => startWorker({ address, redisUrl, slots: SLOTS, stageMs: STAGE_MS })),
  );
  const startedAt = performance.now();
  for (const worker of workers) worker.send('begin');
  const isDone = async () => (await Job.count({ where: { status: 'done' } })) === jobs;
  await until(isDone, { what: 'all jobs', timeoutMs: 600_000, intervalMs: 100 });
  const seconds = (performance.now() - startedAt) / 1000;
  await Promise.all(workers.map(stop));
  return jobs / seconds;
}

async function startWorker(work: StubWork): Promise<ChildProcess> {
  const script = childScript('tests/bench/stub-worker.ts');
  const worker = fork(script.path, [JSON.stringify(work)], { execArgv: script.execArgv });
  await once(worker, 'message');
  return worker;
}

async function stop(worker: ChildProcess): Promise<void> {
  const ended = once(worker, 'exit');
  worker.kill('SIGTERM');
  await ended;
}
