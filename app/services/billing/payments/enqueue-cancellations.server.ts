import type { Transaction } from 'sequelize';
import { enqueueJob } from '../../platform/jobs/enqueue-job.server';

/** Enqueues the cancellation, at the payment provider, of a deleted account's subscriptions. */
export async function enqueueCancellations(externalIds: string[], transaction: Transaction): Promise<void> {
  for (const externalId of externalIds) {
    await enqueueJob({ name: 'cancel-subscription', payload: { externalId } }, transaction);
  }
}
