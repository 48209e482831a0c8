import { settings } from '@/app/config/env.server';
import { AppError } from '@/app/domain/errors';
import { toInterfaceLanguage } from '@/app/domain/format/language';
import { DEFAULT_LANGUAGE } from '@/app/i18n/languages';
import { payments } from '@/app/integrations/payments/index.server';
import { UnknownObject } from '@/app/integrations/payments/port';
import { inTransaction } from '@/models/database.server';
import { Order } from '@/models/order.server';
import { Subscription } from '@/models/subscription.server';
import { User } from '@/models/user.server';
import { enqueue } from '../../platform/jobs/enqueue.server';
import type { JobRun } from '../../platform/jobs/job';
import { syncFromStripe } from './sync-from-stripe.server';

/**
 * Job: cancels a revoked subscription at the payment provider, refunds its payment, and enqueues a mail to its
 * subscriber and one to the operator. May run again at any point. One that the provider does not know counts as
 * cancelled; if it was paid, somebody has to see to the refund.
 * @throws AppError 'checkout.failed' without a provider, and the provider's errors
 */
export async function refundRevokedSubscription({
  payload: { externalId },
}: JobRun<{ externalId: string }>): Promise<void> {
  if (!payments) throw new AppError('checkout.failed');
  try {
    await payments.cancelSubscription(externalId);
  } catch (error) {
    if (error instanceof UnknownObject && !(await wasPaid(externalId))) return;
    throw error;
  }
  const owedCents = await payments.refundSubscription(externalId);
  await syncFromStripe({ kind: 'subscription', id: externalId });
  await tellOnce(externalId, owedCents);
}

async function wasPaid(externalId: string): Promise<boolean> {
  const { id: subscriptionId } = await Subscription.findOne({ where: { externalId }, rejectOnEmpty: true });
  return (await Order.count({ where: { subscriptionId, status: 'paid' } })) > 0;
}

/** Nothing is told of a subscription that was never paid. */
function tellOnce(externalId: string, owedCents: number): Promise<void> {
  return inTransaction(async (transaction) => {
    const found = { where: { externalId }, lock: transaction.LOCK.UPDATE, rejectOnEmpty: true } as const;
    const subscription = await Subscription.findOne({ ...found, transaction });
    const { id: subscriptionId, userId, priceId, revocationToldAt } = subscription;
    const refundedCents = (await Order.sum('refundedCents', { where: { subscriptionId }, transaction })) ?? 0;
    if (revocationToldAt || refundedCents + owedCents === 0) return;
    await subscription.update({ revocationToldAt: new Date() }, { transaction });
    const user = await User.findByPk(userId, { rejectOnEmpty: true, transaction });
    const about = { priceId, refundedCents, owedCents, account: user.publicId };
    const told = { userId, transaction };
    if (!user.deletedAt) {
      const language = toInterfaceLanguage(user.language ?? '');
      const reader = { to: user.email, name: user.name, language, isOperator: false };
      await enqueue('announce-refund', { ...reader, ...about }, told);
    }
    const operator = { to: settings.supportEmail, language: DEFAULT_LANGUAGE, isOperator: true };
    await enqueue('announce-refund', { ...operator, ...about }, told);
  });
}
