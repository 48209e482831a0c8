import type { Transaction } from 'sequelize';
import { Subscription } from '@/models/subscription.server';
import { User } from '@/models/user.server';

/** Puts somebody under SUBSCRIPTION while a subscription of theirs runs, paid up or late, and else under TRIAL. */
export async function settleRule(userId: number, transaction: Transaction): Promise<void> {
  const running = { userId, status: ['active', 'pastDue'] };
  const runs = (await Subscription.count({ where: running, transaction })) > 0;
  await User.update(
    { consumptionRule: runs ? 'SUBSCRIPTION' : 'TRIAL' },
    { where: { id: userId }, transaction },
  );
}
