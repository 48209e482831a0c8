import type { Transaction } from 'sequelize';
import { payments } from '@/app/integrations/payments/index.server';
import { User } from '@/models/user.server';
import { enqueue } from '../../platform/jobs/enqueue.server';
import { type JobRun, TryAgain } from '../../platform/jobs/job';

const RETRY_MS = 10 * 60_000;

/** Of a user whose e-mail or name changes, or who is deleted; none for one who never bought. */
export async function enqueueCustomerUpdate(
  { id: userId, customerId }: User,
  transaction: Transaction,
): Promise<void> {
  if (customerId) await enqueue('update-customer', { userId, customerId }, { userId, transaction });
}

/** Gives the payment provider the present e-mail and name; a deleted account's are removed there. */
export async function updateCustomer({
  payload,
}: JobRun<{ userId: number; customerId: string }>): Promise<void> {
  const { userId, customerId } = payload;
  const user = await User.findByPk(userId);
  const { email, name } = !user || user.deletedAt ? { email: '', name: '' } : user;
  try {
    await payments?.updateCustomer(customerId, { email, name });
  } catch (error) {
    throw new TryAgain(RETRY_MS, error as Error);
  }
}
