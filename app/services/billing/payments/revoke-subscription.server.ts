import { Op, type Transaction } from 'sequelize';
import { Order } from '@/models/order.server';
import { Subscription } from '@/models/subscription.server';
import { enqueue } from '../../platform/jobs/enqueue.server';

/** A second subscription shows within days; two that ran side by side for long are the operator's to judge. */
const NOTICED_WITHIN_MS = 30 * 24 * 3_600_000;

/**
 * Of two running subscriptions that were both paid, the later is revoked; but one paid by boleto, which cannot be
 * refunded, stays before a new one that can. The wallet must be locked.
 */
export async function revokeSecondSubscription(
  userId: number,
  now: Date,
  transaction: Transaction,
): Promise<Subscription[]> {
  const running = await Subscription.findAll({ where: { userId, status: 'active' }, transaction });
  if (running.length < 2) return [];
  const paid: FirstPayment[] = [];
  for (const subscription of running) {
    const payment = await firstPayment(subscription, now, transaction);
    if (payment) paid.push(payment);
  }
  const [, ...others] = paid.sort(
    (one, other) =>
      Number(one.isNew && one.isRefundable) - Number(other.isNew && other.isRefundable) ||
      one.paidAt.getTime() - other.paidAt.getTime() ||
      one.subscription.id - other.subscription.id,
  );
  const revoked = others.filter(({ isNew }) => isNew).map(({ subscription }) => subscription);
  for (const subscription of revoked) await revokeSubscription(subscription, now, transaction);
  return revoked;
}

/** A revoked subscription ends for us at once; a job cancels and refunds it at the payment provider. */
export async function revokeSubscription(
  subscription: Subscription,
  now: Date,
  transaction: Transaction,
): Promise<void> {
  if (subscription.revokedAt) return;
  await subscription.update({ status: 'ended', revokedAt: now }, { transaction });
  await enqueue('revoke-subscription', { externalId: subscription.externalId }, { transaction });
}

interface FirstPayment {
  subscription: Subscription;
  paidAt: Date;
  isNew: boolean;
  isRefundable: boolean;
}

async function firstPayment(
  subscription: Subscription,
  now: Date,
  transaction: Transaction,
): Promise<FirstPayment | null> {
  const order = await Order.findOne({
    where: { subscriptionId: subscription.id, status: 'paid', paidAt: { [Op.ne]: null } },
    order: [['paidAt', 'ASC']],
    transaction,
  });
  if (!order) return null;
  const paidAt = order.paidAt!;
  const isNew = paidAt.getTime() > now.getTime() - NOTICED_WITHIN_MS;
  return { subscription, paidAt, isNew, isRefundable: order.paymentMethod !== 'boleto' };
}
