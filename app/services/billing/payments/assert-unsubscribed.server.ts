import type { Transaction } from 'sequelize';
import { AppError } from '@/app/domain/errors';
import { Order } from '@/models/order.server';
import { Subscription } from '@/models/subscription.server';
import { revokeSubscription } from './revoke-subscription.server';
import { syncOrEnd } from './sync-or-end.server';

/**
 * A subscription that runs, or whose first payment is in transit, excludes another. One whose first payment
 * failed does not: it is revoked, so that it cannot be paid late.
 * @throws AppError 'checkout.already-subscribed'
 */
export async function assertUnsubscribed(userId: number, transaction: Transaction): Promise<void> {
  const begun = await findBegun(userId, transaction);
  const waiting = begun.filter(({ status }) => status === 'waiting');
  const inTransit = { subscriptionId: waiting.map(({ id }) => id), status: 'pending' };
  const isTaken =
    begun.length > waiting.length ||
    (waiting.length > 0 && (await Order.count({ where: inTransit, transaction })) > 0);
  if (isTaken) throw new AppError('checkout.already-subscribed');
  for (const unpaid of waiting) await revokeSubscription(unpaid, new Date(), transaction);
}

/**
 * Learns whether first payments that were in transit have arrived or failed, and ends subscriptions that the
 * payment provider does not know. @returns whether there was one
 */
export async function syncBegunSubscriptions(userId: number): Promise<boolean> {
  let hasEnded = false;
  for (const { externalId: id } of await findBegun(userId)) {
    hasEnded = (await syncOrEnd({ kind: 'subscription', id })) || hasEnded;
  }
  return hasEnded;
}

const findBegun = (userId: number, transaction: Transaction | null = null): Promise<Subscription[]> =>
  Subscription.findAll({ where: { userId, status: ['waiting', 'active', 'pastDue'] }, transaction });
