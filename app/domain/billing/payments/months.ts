/** The end is exclusive. */
export interface Period {
  start: Date;
  end: Date;
}

/** In UTC: the same day and time, or the last day of a shorter month, as payment providers count. */
export function addMonths(moment: Date, months: number): Date {
  const target = new Date(moment);
  target.setUTCDate(1);
  target.setUTCMonth(moment.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0)).getUTCDate();
  target.setUTCDate(Math.min(moment.getUTCDate(), lastDay));
  return target;
}

/** The month of a paid period that contains `moment`, counted from the period's start. */
export function billingMonthAt(period: Period, moment: Date): Period {
  let index = 0;
  while (addMonths(period.start, index + 1) <= moment) index += 1;
  const end = addMonths(period.start, index + 1);
  // A period of about one month is one month, although calendars may differ by hours at its end.
  const isLast = addMonths(period.start, index + 2) > new Date(period.end.getTime() + DAY_MS);
  return { start: addMonths(period.start, index), end: isLast ? period.end : end };
}

const DAY_MS = 24 * 3_600_000;

/** An invoice line of a plan: a period billed, or credited back for a plan change (proration). */
export interface PlanPeriod extends Period {
  /** Allowance of a whole month of the plan, in ms. */
  monthlyMs: number;
  /** Paid share: 1 when fully paid, less after a partial refund, below 0 for a credit. */
  share: number;
}

/** Above floating point error, and below the smallest fraction of a millisecond that a share can give. */
const ROUNDING_TOLERANCE_MS = 1e-7;

/** Each plan period counts by how much of the month it covers: a plan change counts for the rest of it. */
export function monthAllowanceMs(month: Period, times: PlanPeriod[]): number {
  const lengthMs = month.end.getTime() - month.start.getTime();
  const given = times.reduce((sum, { start, end, monthlyMs, share }) => {
    const from = Math.max(start.getTime(), month.start.getTime());
    const until = Math.min(end.getTime(), month.end.getTime());
    return sum + (share * monthlyMs * Math.max(0, until - from)) / lengthMs;
  }, 0);
  return Math.max(0, Math.floor(given + ROUNDING_TOLERANCE_MS));
}

interface Payment {
  amountCents: number;
  reversedCents: number;
}

/** Share of a payment that was not refunded, 0 to 1. */
export function unrefundedShare({ amountCents, reversedCents }: Payment): number {
  if (reversedCents <= 0) return 1;
  return amountCents <= 0 ? 0 : Math.max(0, amountCents - reversedCents) / amountCents;
}

/** Minutes left in whole milliseconds after a partial refund of their price. */
export function minutesAfterRefundMs(amountMs: number, { amountCents, reversedCents }: Payment): number {
  if (reversedCents <= 0) return amountMs;
  if (amountCents <= 0) return 0;
  return Math.floor((amountMs * Math.max(0, amountCents - reversedCents)) / amountCents);
}

/** Used share of a plan's minutes, in whole percent. */
export const percentUsed = (givenMs: number, leftMs: number): number =>
  givenMs <= 0 ? 0 : Math.floor((Math.max(0, givenMs - leftMs) * 100) / givenMs);

/** Usage of a plan's minutes, in percent, at which the user is warned. */
const USAGE_WARNINGS = [100, 80] as const;

export type UsageWarning = (typeof USAGE_WARNINGS)[number];

export const usageWarningAt = (percent: number): UsageWarning | null =>
  USAGE_WARNINGS.find((mark) => percent >= mark) ?? null;
