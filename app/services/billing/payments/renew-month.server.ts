import { Op, type Transaction } from 'sequelize';
import { allowanceOfPriceMs } from '@/app/domain/billing/payments/catalogue';
import {
  billingMonthAt,
  monthAllowanceMs,
  type Period,
  type PlanPeriod,
} from '@/app/domain/billing/payments/months';
import { Order } from '@/models/order.server';
import { Subscription } from '@/models/subscription.server';
import { User } from '@/models/user.server';
import { creditMinutes, debitMinutes } from '../wallet/credit-minutes.server';
import { lockWallet } from '../wallet/lock-wallet.server';
import { reversedCents } from './balance-order.server';

/** While the renewal is being charged, the last month's minutes stay usable. */
const RENEWAL_GRACE_MS = 3 * 3_600_000;

/**
 * Expires the minutes of a past month and grants those of a paid one once; within a month follows plan
 * changes and refunds. Bought and trial minutes are never touched. The wallet must be locked.
 */
export async function renewMonth(
  subscription: Subscription,
  now: Date,
  transaction: Transaction,
): Promise<void> {
  const paid = await paidPeriod(subscription, now, transaction);
  if (!paid) {
    if (isMonthOver(subscription, now)) await expireMonth(subscription, transaction);
    return;
  }
  const { order, month } = paid;
  if (subscription.monthStart?.getTime() !== month.start.getTime()) {
    await expireMonth(subscription, transaction);
    await subscription.update(
      {
        monthStart: month.start,
        monthEnd: month.end,
        warnedPercent: 0,
        monthNumber: subscription.monthNumber + 1,
      },
      { transaction },
    );
  }
  await subscription.update({ monthPlannedMs: plannedMs(subscription, month) }, { transaction });
  await balanceMonth(subscription, order, transaction);
}

/** The paid order whose period contains `now`, and its current month; null once the subscription ended. */
async function paidPeriod(
  { id: subscriptionId, status, cancelsAt }: Subscription,
  now: Date,
  transaction: Transaction,
): Promise<{ order: Order; month: Period } | null> {
  if (status === 'ended' || (cancelsAt && cancelsAt <= now)) return null;
  const order = await Order.findOne({
    where: {
      subscriptionId,
      status: 'paid',
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
  return { order, month: billingMonthAt(period, now) };
}

function isMonthOver({ status, cancelsAt, monthEnd }: Subscription, now: Date): boolean {
  if (!monthEnd) return false;
  if (status === 'ended' || (cancelsAt && cancelsAt <= now)) return true;
  const graceMs = status === 'active' ? RENEWAL_GRACE_MS : 0;
  return now.getTime() >= monthEnd.getTime() + graceMs;
}

const plannedMs = ({ planTimes, priceId }: Subscription, month: Period): number =>
  planTimes === null ? allowanceOfPriceMs(priceId) : monthAllowanceMs(month, readPlanTimes(planTimes));

const readPlanTimes = (text: string): PlanPeriod[] =>
  (JSON.parse(text) as (PlanPeriod & Record<'start' | 'end', string>)[]).map((time) => ({
    ...time,
    start: new Date(time.start),
    end: new Date(time.end),
  }));

/** Includes minutes of earlier months that failed work released: these were usable for one month more. */
async function expireMonth(subscription: Subscription, transaction: Transaction): Promise<void> {
  const { id, userId, monthStart } = subscription;
  if (!monthStart) return;
  const others = { userId, id: { [Op.ne]: id } };
  const theirsMs = (await Subscription.sum('monthGrantedMs', { where: others, transaction })) ?? 0;
  const { subscription: leftMs } = (await lockWallet(userId, transaction)).balances;
  const reference = await nextReference(subscription, transaction);
  const ending = { kind: 'expire', account: 'subscription', reason: 'month-over', reference } as const;
  await debitMinutes({ userId, ...ending, amountMs: leftMs - theirsMs }, transaction);
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
  const differenceMs = monthPlannedMs - monthGrantedMs;
  if (differenceMs === 0) return;
  const reference = await nextReference(subscription, transaction);
  const posting = { userId, account: 'subscription', orderId: order.id, reference } as const;
  if (differenceMs > 0) {
    const reason =
      monthGrantedMs === 0 ? 'subscription' : changesPlan(subscription) ? 'plan-change' : 'given-again';
    await creditMinutes({ ...posting, amountMs: differenceMs, reason }, transaction);
    await subscription.update({ monthGrantedMs: monthPlannedMs }, { transaction });
    return;
  }
  const reason = reversedCents(order) > 0 ? 'refund' : 'plan-change';
  const taking = { ...posting, kind: 'refund', amountMs: -differenceMs, reason } as const;
  const takenMs = await debitMinutes(taking, transaction);
  await subscription.update({ monthGrantedMs: monthGrantedMs - takenMs }, { transaction });
}

const changesPlan = ({ planTimes }: Subscription) =>
  readPlanTimes(planTimes ?? '[]').some(({ share }) => share < 0);

async function nextReference(subscription: Subscription, transaction: Transaction): Promise<string> {
  await subscription.update({ postings: subscription.postings + 1 }, { transaction });
  return `subscription:${subscription.id}:${subscription.monthNumber}:${subscription.postings}`;
}

/** Sets the consumption rule: SUBSCRIPTION while a subscription is active or past due, otherwise TRIAL. */
export async function updateConsumptionRule(userId: number, transaction: Transaction): Promise<void> {
  const running = { userId, status: ['active', 'pastDue'] };
  const runs = (await Subscription.count({ where: running, transaction })) > 0;
  await User.update(
    { consumptionRule: runs ? 'SUBSCRIPTION' : 'TRIAL' },
    { where: { id: userId }, transaction },
  );
}
