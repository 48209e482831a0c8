import type { Transaction } from 'sequelize';
import { enqueueJob } from '../job/enqueue-job.server';

/** Has subscriptions of a deleted account cancelled at the payment company. */
export async function leaveToCancel(externalIds: string[], transaction: Transaction): Promise<void> {
  for (const externalId of externalIds) {
    await enqueueJob({ name: 'cancel-subscription', payload: { externalId } }, transaction);
  }
}
