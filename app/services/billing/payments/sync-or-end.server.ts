import type { Transaction } from 'sequelize';
import { log } from '@/app/config/log.server';
import { type PaymentReference, UnknownObject } from '@/app/integrations/payments/port';
import { inTransaction } from '@/models/database.server';
import { Order } from '@/models/order.server';
import { Subscription } from '@/models/subscription.server';
import { lockWallet } from '../wallet/lock-wallet.server';
import { isNewer } from './is-newer';
import { renewMonth, updateConsumptionRule } from './renew-month.server';
import { syncFromStripe } from './sync-from-stripe.server';

/**
 * Syncs from the provider, and ends here what it does not know, as after test keys gave way to live ones. Only on
 * behalf of whom it concerns: with wrong keys nothing is known, and nobody else must lose a plan by that. Should
 * the provider know it again, the next webhook or reconciliation brings it back.
 * @returns whether it was unknown
 */
export async function syncOrEnd(subject: PaymentReference): Promise<boolean> {
  const requestedAt = new Date();
  try {
    await syncFromStripe(subject);
    return false;
  } catch (error) {
    // Only the subject itself, not what belongs to it.
    if (!(error instanceof UnknownObject && error.id === subject.id)) throw error;
    log.warn({ ...subject }, 'the payment provider does not know it: it ends here');
  }
  if (subject.kind === 'subscription') await endSubscription(subject.id, requestedAt);
  else await endOrders({ checkoutId: subject.id });
  return true;
}

async function endSubscription(externalId: string, requestedAt: Date): Promise<void> {
  const known = await Subscription.findOne({ where: { externalId } });
  if (!known) return;
  const { id, userId } = known;
  await inTransaction(async (transaction) => {
    await lockWallet(userId, transaction);
    const subscription = await Subscription.findByPk(id, { transaction, rejectOnEmpty: true });
    if (!isNewer(requestedAt, subscription)) return;
    await subscription.update({ status: 'ended', observedAt: requestedAt }, { transaction });
    await endOrders({ subscriptionId: id }, transaction);
    await renewMonth(subscription, requestedAt, transaction);
    await updateConsumptionRule(userId, transaction);
  });
}

/** Those not paid yet; they can no longer be. */
async function endOrders(
  of: { checkoutId: string } | { subscriptionId: number },
  transaction: Transaction | null = null,
): Promise<void> {
  await Order.update({ status: 'expired' }, { where: { ...of, status: ['open', 'pending'] }, transaction });
}
