import { Op } from 'sequelize';
import { percentUsed, type UsageWarning, usageWarningAt } from '@/app/domain/billing/payments/months';
import { Subscription } from '@/models/subscription.server';
import { readMonth } from './month-lots.server';

export interface PlanView {
  priceId: string;
  isPastDue: boolean;
  /** When it ends without renewal; null while it renews. */
  cancelsAt: Date | null;
  /** End of the month whose minutes can be used; null until the first payment. */
  monthEnd: Date | null;
  /** Whole milliseconds. */
  monthMs: number;
  leftMs: number;
  warning: UsageWarning | null;
}

/** The user's current subscription; null on trial. */
export async function describePlan(userId: number): Promise<PlanView | null> {
  const subscription = await Subscription.findOne({
    where: { userId, status: { [Op.in]: ['active', 'pastDue'] } },
    order: [['id', 'DESC']],
  });
  if (!subscription) return null;
  const { priceId, status, cancelsAt, monthEnd } = subscription;
  const { grantedMs, leftMs } = await readMonth(subscription);
  return {
    priceId,
    cancelsAt,
    monthEnd,
    leftMs,
    monthMs: grantedMs,
    isPastDue: status === 'pastDue',
    warning: monthEnd ? usageWarningAt(percentUsed(grantedMs, leftMs)) : null,
  };
}
