import type { Transaction } from 'sequelize';
import { allowanceOfPriceMs } from '@/app/domain/billing/payments/catalogue';
import { type PlanPeriod, unrefundedShare } from '@/app/domain/billing/payments/months';
import type { BilledPeriod, Invoice, SubscriptionState } from '@/app/integrations/payments/port';
import { inTransaction } from '@/models/database.server';
import { Order } from '@/models/order.server';
import { newPublicId } from '@/models/public-id.server';
import { Subscription } from '@/models/subscription.server';
import { User } from '@/models/user.server';
import { lockWallet } from '../wallet/lock-wallet.server';
import { enqueueCancellations } from './enqueue-cancellations.server';
import { isNewer } from './is-newer';
import { renewMonth, updateConsumptionRule } from './renew-month.server';
import { revokeSecondSubscription } from './revoke-subscription.server';

/** Syncs rule, invoices and month too. Idempotent; ignores a state requested before the last one applied. */
export async function syncSubscription(state: SubscriptionState, requestedAt: Date): Promise<void> {
  const owner = state.userId ? await User.findOne({ where: { publicId: state.userId } }) : null;
  const { orderId } = state;
  if (!owner || !orderId) return;
  await inTransaction(async (transaction) => {
    await lockWallet(owner.id, transaction);
    const subscription = await findOrCreateSubscription(state, owner.id, transaction);
    if (!isNewer(requestedAt, subscription)) return;
    for (const invoice of state.invoices) await saveInvoice(invoice, orderId, subscription, transaction);
    const priceId = state.priceId ?? subscription.priceId;
    await subscription.update(
      {
        priceId,
        planTimes: JSON.stringify(planTimes(state, priceId, requestedAt)),
        status: subscription.revokedAt ? 'ended' : state.status,
        cancelsAt: state.cancelsAt,
        observedAt: requestedAt,
      },
      { transaction },
    );
    for (const revoked of await revokeSecondSubscription(owner.id, requestedAt, transaction)) {
      await renewMonth(revoked, requestedAt, transaction);
    }
    await renewMonth(await subscription.reload({ transaction }), requestedAt, transaction);
    await updateConsumptionRule(owner.id, transaction);
    if (owner.deletedAt && state.status !== 'ended') await enqueueCancellations([state.id], transaction);
  });
}

async function findOrCreateSubscription(
  { id: externalId, priceId, status }: SubscriptionState,
  userId: number,
  transaction: Transaction,
): Promise<Subscription> {
  const known = await Subscription.findOne({ where: { externalId }, transaction });
  if (known) return known;
  // Attributes left out are undefined on the new instance, not null as in the row.
  const begun = { userId, externalId, priceId: priceId ?? '', status, observedAt: null };
  return Subscription.create(begun, { transaction });
}

/** Each invoice is an order; the first invoice is the order created by the checkout. */
async function saveInvoice(
  invoice: Invoice,
  orderId: string,
  { id: subscriptionId, userId, priceId }: Subscription,
  transaction: Transaction,
): Promise<void> {
  const { id: invoiceId, status, paidAt, period, amountCents, refundedCents, disputedCents } = invoice;
  const begun = { publicId: orderId, userId, kind: 'subscription' as const, invoiceId: null };
  const order =
    (await Order.findOne({ where: { invoiceId }, transaction })) ??
    (await Order.findOne({ where: begun, transaction })) ??
    Order.build({ publicId: newPublicId(), userId, kind: 'subscription', priceId, quantity: 1, amountCents });
  order.set({
    priceId: chargedPriceId(invoice.lines) ?? order.priceId,
    invoiceId,
    subscriptionId,
    amountCents,
    refundedCents,
    disputedCents,
    status: isFinal(order, status) ? order.status : status,
    paidAt: order.paidAt ?? paidAt,
    paymentMethod: invoice.method ?? order.paymentMethod,
    voucherUrl: invoice.voucherUrl,
    voucherDueAt: invoice.voucherDueAt,
    periodStart: period?.start ?? null,
    periodEnd: period?.end ?? null,
  });
  await order.save({ transaction });
}

/** Paid stays paid; and the bill of a payment that failed becomes void, which says less. */
const isFinal = ({ status }: Order, next: Invoice['status']) =>
  status === 'paid' || (status === 'failed' && next === 'expired');
/** The price of the newest period charged: of an invoice for a change of plan, the new plan's. */
function chargedPriceId(lines: BilledPeriod[]): string | null {
  const charged = lines.filter(({ isCredited }) => !isCredited);
  const newestFirst = charged.sort((one, other) => other.start.getTime() - one.start.getTime());
  return newestFirst[0]?.priceId ?? null;
}

/** Longest possible month: plan times that ended before it cannot contribute minutes. */
const LONGEST_MONTH_MS = 40 * 24 * 3_600_000;

/** Plan times of the paid invoices, and of plan changes that are not invoiced yet. */
function planTimes(
  { invoices, unbilled }: SubscriptionState,
  currentPriceId: string,
  now: Date,
): PlanPeriod[] {
  const timeOf = ({ priceId, start, end, isCredited }: BilledPeriod, share: number): PlanPeriod => ({
    start,
    end,
    share: isCredited ? -share : share,
    monthlyMs: allowanceOfPriceMs(priceId ?? currentPriceId),
  });
  const paid = invoices.filter(({ isPaid }) => isPaid);
  const billed = paid.flatMap(({ amountCents, refundedCents, disputedCents, lines }) =>
    lines.map((line) =>
      timeOf(line, unrefundedShare({ amountCents, reversedCents: refundedCents + disputedCents })),
    ),
  );
  return [...billed, ...unbilled.map((line) => timeOf(line, 1))].filter(
    ({ end }) => end.getTime() > now.getTime() - LONGEST_MONTH_MS,
  );
}
