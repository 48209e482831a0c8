import { log } from '@/app/config/log.server';
import { type JobName, type JobQueue, jobKind } from '@/app/domain/jobs';
import type { JobBroker } from '@/app/integrations/queue/port';
import { type DueJob, findDueJobs } from './find-due-jobs.server';

/** Due jobs of a queue that are in the broker at a time: more than workers take between two looks. */
const WINDOW = 200;
/** A job that still waits then is handed over again: the broker may have lost it. */
const FORGET_MS = 3_000;
/** After a failure, jobs run from the database for so long. */
const PAUSE_MS = 5_000;

const keyOf = ({ id, fence }: DueJob) => `${id}-${fence}`;

/** Hands due jobs over to a broker. */
export class JobRelay {
  readonly #broker: JobBroker;
  /** When each delivery was handed over, oldest first. */
  readonly #handedOver = new Map<string, number>();
  #pausedUntil = 0;

  constructor(broker: JobBroker) {
    this.#broker = broker;
    broker.onReady(() => {
      this.#handedOver.clear();
      this.#pausedUntil = 0;
    });
  }

  get isReady(): boolean {
    return this.#broker.isReady() && performance.now() >= this.#pausedUntil;
  }

  /** @returns the number of jobs handed over; null when the broker failed. @throws errors of the database */
  async relayDueJobs(names: JobName[]): Promise<number | null> {
    this.#forgetOld();
    const due = await findDueJobs([{ names, limit: WINDOW }]);
    const fresh = due.filter((job) => !this.#handedOver.has(keyOf(job)));
    const byQueue = new Map<JobQueue, DueJob[]>();
    for (const job of fresh) {
      const { queue } = jobKind(job.name);
      byQueue.set(queue, [...(byQueue.get(queue) ?? []), job]);
    }
    try {
      for (const [queue, jobs] of byQueue) await this.#broker.relay(queue, jobs);
    } catch (error) {
      // The broker logs that it is away, but not that it stands still.
      if (this.#broker.isReady()) log.warn({ error }, 'the broker fails: jobs run from the database');
      this.#pausedUntil = performance.now() + PAUSE_MS;
      return null;
    }
    for (const job of fresh) this.#handedOver.set(keyOf(job), performance.now());
    return fresh.length;
  }

  #forgetOld(): void {
    const limit = performance.now() - FORGET_MS;
    for (const [key, at] of this.#handedOver) {
      if (at > limit) return;
      this.#handedOver.delete(key);
    }
  }
}
