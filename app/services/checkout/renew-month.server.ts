import { Op, type Transaction } from 'sequelize';
import { monthlyMinutesMs } from '@/app/domain/wallet/catalogue';
import { monthWithin, type Span, shareKept } from '@/app/domain/wallet/months';
import { Order } from '@/models/order.server';
import type { Subscription } from '@/models/subscription.server';
import { creditMinutes } from '../wallet/credit-minutes.server';
import { takeMinutesBack } from '../wallet/take-minutes-back.server';
import { reversedCents } from './balance-order.server';

/** While the next period is being charged, the last one's minutes stay: nobody stands without for an hour. */
const RENEWAL_GRACE_MS = 3 * 3_600_000;

/**
 * Brings the minutes of a subscription's month up to date: those of a month that is over end, those of a paid
 * month that has begun come, once. Within a month the ledger follows a change of plan and what was paid back.
 * Bought and trial minutes are never touched. The wallet must be locked.
 */
export async function renewMonth(
  subscription: Subscription,
  now: Date,
  transaction: Transaction,
): Promise<void> {
  const paid = await paidPeriod(subscription, now, transaction);
  if (!paid) {
    if (isOver(subscription, now)) await endMonth(subscription, transaction);
    return;
  }
  const { order, month } = paid;
  if (subscription.monthStart?.getTime() !== month.start.getTime()) {
    await endMonth(subscription, transaction);
    await subscription.update(
      {
        ...{ monthStart: month.start, monthEnd: month.end },
        monthPlannedMs: monthlyMinutesMs(subscription.priceId),
      },
      { transaction },
    );
  }
  await balanceMonth(subscription, order, transaction);
}

/** The paid bill whose time it is, and the month of it; none once the subscription has ended. */
async function paidPeriod(
  { id: subscriptionId, status, cancelsAt }: Subscription,
  now: Date,
  transaction: Transaction,
): Promise<{ order: Order; month: Span } | null> {
  if (status === 'ended' || (cancelsAt && cancelsAt <= now)) return null;
  const order = await Order.findOne({
    where: {
      ...{ subscriptionId, status: 'paid' },
      periodStart: { [Op.lte]: now },
      periodEnd: { [Op.gt]: now },
    },
    order: [
      ['periodStart', 'DESC'],
      ['id', 'DESC'],
    ],
    transaction,
  });
  if (!order) return null;
  const period = { start: order.periodStart!, end: order.periodEnd! };
  return { order, month: monthWithin(period, now) };
}

function isOver({ status, cancelsAt, monthEnd }: Subscription, now: Date): boolean {
  if (!monthEnd) return false;
  if (status === 'ended' || (cancelsAt && cancelsAt <= now)) return true;
  const graceMs = status === 'active' ? RENEWAL_GRACE_MS : 0;
  return now.getTime() >= monthEnd.getTime() + graceMs;
}

/** What is left of a month's minutes ends with it. */
async function endMonth(subscription: Subscription, transaction: Transaction): Promise<void> {
  const { userId, monthStart, monthGrantedMs } = subscription;
  if (!monthStart) return;
  const reference = await nextReference(subscription, transaction);
  const ending = { kind: 'expire', account: 'subscription', reason: 'month-over', reference } as const;
  await takeMinutesBack({ userId, ...ending, amountMs: monthGrantedMs }, transaction);
  await subscription.update(
    { monthStart: null, monthEnd: null, monthPlannedMs: 0, monthGrantedMs: 0 },
    { transaction },
  );
}

async function balanceMonth(
  subscription: Subscription,
  order: Order,
  transaction: Transaction,
): Promise<void> {
  const { userId, monthPlannedMs, monthGrantedMs } = subscription;
  const { id: orderId, amountCents } = order;
  const reversed = reversedCents(order);
  const paidFor = shareKept(monthPlannedMs, { amountCents, reversedCents: reversed });
  const differenceMs = paidFor - monthGrantedMs;
  if (differenceMs === 0) return;
  const reference = await nextReference(subscription, transaction);
  const posting = { userId, account: 'subscription', orderId, reference } as const;
  if (differenceMs > 0) {
    const reason = monthGrantedMs === 0 ? 'subscription' : 'plan-change';
    await creditMinutes({ ...posting, amountMs: differenceMs, reason }, transaction);
    await subscription.update({ monthGrantedMs: paidFor }, { transaction });
    return;
  }
  const reason = reversed > 0 ? 'refund' : 'plan-change';
  const taking = { ...posting, kind: 'refund', amountMs: -differenceMs, reason } as const;
  const takenMs = await takeMinutesBack(taking, transaction);
  await subscription.update({ monthGrantedMs: monthGrantedMs - takenMs }, { transaction });
}

async function nextReference(subscription: Subscription, transaction: Transaction): Promise<string> {
  await subscription.update({ postings: subscription.postings + 1 }, { transaction });
  return `subscription:${subscription.id}:${subscription.postings}`;
}
