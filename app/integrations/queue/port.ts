import type { JobQueue } from '@/app/domain/jobs';

/** One attempt at a row of the table of jobs: after a claim its number is another, so a late delivery is void. */
export interface Delivery {
  id: number;
  /** Fencing token of the row when it was handed over. */
  fence: number;
  name: string;
  lane: string | null;
}

/**
 * Spreads due jobs over workers. It may lose and repeat deliveries: the rows are the truth, and a row that still
 * waits is handed over again.
 */
export interface JobBroker {
  /** False while the broker is away; then jobs run straight from the database. */
  isReady(): boolean;
  /** Hands deliveries over in this order; one that the broker still holds is not added. @throws while it is away */
  relay(queue: JobQueue, deliveries: Delivery[]): Promise<void>;
  /** Calls `take` for at most `slots` deliveries at a time. It must not reject. */
  consume(queue: JobQueue, slots: number, take: (delivery: Delivery) => Promise<void>): void;
  /** Calls `listener` each time the broker becomes ready; it may have forgotten all. */
  onReady(listener: () => void): void;
  /** Takes no more deliveries, and does not wait for those that were taken. */
  close(): Promise<void>;
}
