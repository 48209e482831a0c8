import type { Transaction } from 'sequelize';
import { enqueue } from '../../platform/jobs/enqueue.server';

export async function enqueueCancellations(externalIds: string[], transaction: Transaction): Promise<void> {
  for (const externalId of externalIds) {
    await enqueue('cancel-subscription', { externalId }, { transaction });
  }
}
