import type { Transaction } from 'sequelize';
import { Subscription } from '@/models/subscription.server';
import { User } from '@/models/user.server';

/** Sets the consumption rule: SUBSCRIPTION while a subscription is active or past due, otherwise TRIAL. */
export async function updateConsumptionRule(userId: number, transaction: Transaction): Promise<void> {
  const running = { userId, status: ['active', 'pastDue'] };
  const runs = (await Subscription.count({ where: running, transaction })) > 0;
  await User.update(
    { consumptionRule: runs ? 'SUBSCRIPTION' : 'TRIAL' },
    { where: { id: userId }, transaction },
  );
}
