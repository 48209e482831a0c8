import { Op } from 'sequelize';
import { log } from '@/app/config/log.server';
import { payments } from '@/app/integrations/payments/index.server';
import { type PaymentReference, UnknownObject, UnreadableEvent } from '@/app/integrations/payments/port';
import { Order } from '@/models/order.server';
import { Subscription } from '@/models/subscription.server';
import { findUnbalancedOrders } from '../wallet/check-ledger.server';
import { checkoutReference } from './checkout-reference';
import { reportUnreadableEvent } from './report-unreadable-event.server';
import { syncFromStripe } from './sync-from-stripe.server';

/** How long the payment provider keeps its events. */
const EVENT_RETENTION_MS = 30 * 24 * 3_600_000;

/**
 * Repairs lost webhooks: all changes of 30 days there, our open checkouts, orders whose minutes are not those
 * paid for, subscriptions that have not ended or did so only because they were unknown there. What the provider
 * does not know is logged and stays as it is: with wrong keys that is everything.
 * @throws Error that lists the failures, after the rest is done
 */
export async function reconcilePayments(): Promise<void> {
  if (!payments) return;
  const since = new Date(Date.now() - EVENT_RETENTION_MS);
  const subjects = new Map((await localSubjects(since)).map((subject) => [subject.id, subject]));
  for await (const subject of payments.listChangesSince(since)) {
    if (subject instanceof UnreadableEvent) await reportUnreadableEvent(subject);
    else subjects.set(subject.id, subject);
  }
  const failures: string[] = [];
  const unknown: string[] = [];
  for (const subject of subjects.values()) {
    await syncFromStripe(subject).catch((error: Error) => {
      if (error instanceof UnknownObject) unknown.push(error.id);
      else failures.push(`${subject.id}: ${error.message}`);
    });
  }
  await warnOfUnknown(unknown);
  if (failures.length > 0) throw new Error(failures.join('\n'));
}

/** Not of subscriptions that have ended here too. */
async function warnOfUnknown(ids: string[]): Promise<void> {
  const known = await Subscription.findAll({ where: { externalId: ids, status: 'ended' } });
  const ended = new Set(known.map(({ externalId }) => externalId));
  const unknown = ids.filter((id) => !ended.has(id));
  if (unknown.length === 0) return;
  log.warn({ unknown }, 'the payment provider does not know these; are its keys right?');
}

async function localSubjects(since: Date): Promise<PaymentReference[]> {
  const isUnsettled = { status: ['open', 'pending'], createdAt: { [Op.gte]: since } };
  const orders = await Order.findAll({
    where: {
      checkoutId: { [Op.ne]: null },
      [Op.or]: [isUnsettled, { id: await findUnbalancedOrders() }],
    },
  });
  const isRunning = { status: ['waiting', 'active', 'pastDue'] };
  const hasNoEnd = { status: 'ended', cancelsAt: null, revokedAt: null };
  const subscriptions = await Subscription.findAll({ where: { [Op.or]: [isRunning, hasNoEnd] } });
  return [
    ...orders.map(({ kind, checkoutId }) => checkoutReference(kind, checkoutId!)),
    ...subscriptions.map(({ externalId }) => ({ kind: 'subscription' as const, id: externalId })),
  ];
}
