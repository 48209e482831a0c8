import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Op } from 'sequelize';
import { log } from '@/app/config/log.server';
import { measuredTotals, type Totals } from '@/app/config/metrics.server';
import { Worker } from '@/models/worker.server';
import { isDatabaseUnavailable } from './database-outage.server';

const INTERVAL_MS = 20_000;
/** Three missed writes, and some difference between clocks. */
const ALIVE_MS = 90_000;
/** Rows of killed workers are kept no longer than anybody would look at them. */
const FORGET_MS = 24 * 3_600_000;

/** Tells all processes that this worker lives, and what it has counted, until the signal aborts. Never rejects. */
export async function announceWorker(signal: AbortSignal, { intervalMs = INTERVAL_MS } = {}): Promise<void> {
  const processKey = randomUUID();
  await quietly(() => Worker.destroy({ where: { seenAt: { [Op.lt]: new Date(Date.now() - FORGET_MS) } } }));
  while (!signal.aborted) {
    await quietly(() => write(processKey));
    await sleep(intervalMs, undefined, { signal }).catch(() => undefined);
  }
  await quietly(() => Worker.destroy({ where: { processKey } }));
}

async function write(processKey: string): Promise<void> {
  const values = { seenAt: new Date(), figures: JSON.stringify(measuredTotals()) };
  const [known] = await Worker.update(values, { where: { processKey } });
  if (known === 0) await Worker.create({ processKey, ...values });
}

/** A full disk or an outage is told elsewhere, and passes. */
async function quietly(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isDatabaseUnavailable(error)) log.warn({ error }, 'a worker could not say that it lives');
  }
}

const alive = () => ({ seenAt: { [Op.gt]: new Date(Date.now() - ALIVE_MS) } });

export const countLiveWorkers = (): Promise<number> => Worker.count({ where: alive() });

/** What each live worker has counted since its start. */
export async function readWorkerTotals(): Promise<Totals[]> {
  const rows = await Worker.findAll({ where: alive(), attributes: ['figures'], raw: true });
  return rows.map(({ figures }) => JSON.parse(figures) as Totals);
}
