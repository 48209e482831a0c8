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
import { alignLot } from '../wallet/align-lot.server';
import { debitMinutes } from '../wallet/credit-minutes.server';
import { reversedCents } from './balance-order.server';
import { findMonthLots, monthLotSource } from './month-lots.server';

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
  if (!subscription.monthStart) return;
  for (const lot of await findMonthLots(subscription, transaction)) {
    if (lot.remainingMs === 0) continue;
    const reference = await nextReference(subscription, transaction);
    const ending = {
      kind: 'expire',
      lot,
      amountMs: lot.remainingMs,
      reason: 'month-over',
      reference,
    } as const;
    await debitMinutes(ending, transaction);
  }
  await subscription.update({ monthStart: null, monthEnd: null, monthPlannedMs: 0 }, { transaction });
}

async function balanceMonth(
  subscription: Subscription,
  order: Order,
  transaction: Transaction,
): Promise<void> {
  const { userId, monthPlannedMs, monthEnd } = subscription;
  const source = monthLotSource(subscription);
  await alignLot(
    {
      lot: { userId, account: 'subscription', source, orderId: order.id, endsAt: monthEnd },
      dueMs: monthPlannedMs,
      reasons: {
        first: 'subscription',
        more: changesPlan(subscription) ? 'plan-change' : 'given-again',
        less: reversedCents(order) > 0 ? 'refund' : 'plan-change',
      },
      nextReference: () => nextReference(subscription, transaction),
    },
    transaction,
  );
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
