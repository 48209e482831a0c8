import { setTimeout as sleep } from 'node:timers/promises';
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { log } from '@/app/config/log.server';
import type { JobQueue } from '@/app/domain/jobs';
import type { Delivery, JobBroker } from './port';

const PREFIX = 'celeste';
const RECONNECT_MS = 500;
/** For an answer of Redis. */
const TIMEOUT_MS = 2_000;
/** A delivery of a worker that died is given to another one after about these two. */
const LOCK_MS = 10_000;
const STALLED_CHECK_MS = 5_000;
/** A worker may die of the same job many times; the row counts its attempts. */
const MAX_STALLED = 1_000_000;
const IGNORE = () => undefined;

/** BullMQ on one Redis, with a queue of it for each of ours. */
export class BullMqBroker implements JobBroker {
  /** Of the queues: fails at once while Redis is away. */
  readonly #redis: Redis;
  /** Of the workers: waits until Redis is back. */
  readonly #patient: Redis;
  readonly #queues = new Map<JobQueue, Queue>();
  readonly #workers: Worker[] = [];
  #isClosed = false;

  /** @param url `redis://…` or `rediss://…` */
  constructor(url: string) {
    const retryStrategy = () => RECONNECT_MS;
    this.#redis = new Redis(url, {
      retryStrategy,
      maxRetriesPerRequest: 0,
      enableOfflineQueue: false,
      commandTimeout: TIMEOUT_MS,
    });
    this.#patient = new Redis(url, { retryStrategy, maxRetriesPerRequest: null });
    this.#patient.on('error', IGNORE);
    this.#logOutages();
  }

  isReady(): boolean {
    return this.#redis.status === 'ready';
  }

  async relay(queue: JobQueue, deliveries: Delivery[]): Promise<void> {
    await this.#queue(queue).addBulk(
      deliveries.map((data) => ({
        name: data.name,
        data,
        opts: { jobId: `${data.id}-${data.fence}`, removeOnComplete: true, removeOnFail: true },
      })),
    );
  }

  consume(queue: JobQueue, slots: number, take: (delivery: Delivery) => Promise<void>): void {
    const worker = new Worker<Delivery>(queue, ({ data }) => take(data), {
      connection: this.#patient,
      prefix: PREFIX,
      concurrency: slots,
      lockDuration: LOCK_MS,
      stalledInterval: STALLED_CHECK_MS,
      maxStalledCount: MAX_STALLED,
      removeOnComplete: { count: 0 },
      removeOnFail: { count: 0 },
    });
    // Outages are logged once, by the connection that all share.
    worker.on('error', IGNORE);
    this.#workers.push(worker);
  }

  onReady(listener: () => void): void {
    this.#redis.on('ready', listener);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const closing = [
      ...this.#workers.map((worker) => worker.close(true).catch(IGNORE)),
      ...[...this.#queues.values()].map((queue) => queue.close().catch(IGNORE)),
    ];
    await Promise.race([Promise.all(closing), sleep(TIMEOUT_MS, undefined, { ref: false })]);
    this.#redis.disconnect();
    this.#patient.disconnect();
  }

  #queue(name: JobQueue): Queue {
    const known = this.#queues.get(name);
    if (known) return known;
    const queue = new Queue(name, { connection: this.#redis, prefix: PREFIX });
    queue.on('error', IGNORE);
    this.#queues.set(name, queue);
    return queue;
  }

  /** One line when Redis is away, and one when it is back. */
  #logOutages(): void {
    let awaySince: number | null = null;
    let lastError: Error | undefined;
    this.#redis.on('error', (error: Error) => {
      lastError = error;
    });
    this.#redis.on('close', () => {
      if (awaySince !== null || this.#isClosed) return;
      awaySince = performance.now();
      log.error({ error: lastError }, 'Redis is away: jobs run from the database');
    });
    this.#redis.on('ready', () => {
      if (awaySince === null) return;
      log.info({ awayMs: Math.round(performance.now() - awaySince) }, 'Redis is back');
      awaySince = null;
    });
  }
}
