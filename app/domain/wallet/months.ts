/** A span of time, its end not included. */
export interface Span {
  start: Date;
  end: Date;
}

/**
 * The moment that is `months` later in UTC: the same day and hour, or the last day of a month that is too
 * short for it, as card companies count billing periods.
 */
export function addMonths(moment: Date, months: number): Date {
  const target = new Date(moment);
  target.setUTCDate(1);
  target.setUTCMonth(moment.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0)).getUTCDate();
  target.setUTCDate(Math.min(moment.getUTCDate(), lastDay));
  return target;
}

/** The month of a paid period that a moment of it lies in, counted from the period's start. */
export function monthWithin(period: Span, moment: Date): Span {
  let index = 0;
  while (addMonths(period.start, index + 1) <= moment) index += 1;
  const end = addMonths(period.start, index + 1);
  // A period of about one month is one month, although calendars may differ by hours at its end.
  const isLast = addMonths(period.start, index + 2) > new Date(period.end.getTime() + DAY_MS);
  return { start: addMonths(period.start, index), end: isLast ? period.end : end };
}

const DAY_MS = 24 * 3_600_000;

/** A time of a plan that a bill gives, or takes back because another plan took its place. */
export interface PlanTime extends Span {
  /** What a whole month of the plan gives, in ms. */
  monthlyMs: number;
  /** How much of it counts: 1 when it is paid, less when money went back; below 0 when it is taken back. */
  share: number;
}

/** Above what floating point loses, and below the smallest part of a millisecond that a share comes to. */
const ROUNDING_MS = 1e-7;

/**
 * What a month gives: each time of a plan in the measure that it covers the month. So a plan that changes within
 * the month counts for the rest of it.
 * @returns whole milliseconds, at least 0
 */
export function monthMinutesMs(month: Span, times: PlanTime[]): number {
  const lengthMs = month.end.getTime() - month.start.getTime();
  const given = times.reduce((sum, { start, end, monthlyMs, share }) => {
    const from = Math.max(start.getTime(), month.start.getTime());
    const until = Math.min(end.getTime(), month.end.getTime());
    return sum + (share * monthlyMs * Math.max(0, until - from)) / lengthMs;
  }, 0);
  return Math.max(0, Math.floor(given + ROUNDING_MS));
}

/** What remains of a payment after money went back, from 0 to 1. */
export function keptShare(payment: { amountCents: number; reversedCents: number }): number {
  const { amountCents, reversedCents } = payment;
  if (reversedCents <= 0) return 1;
  return amountCents <= 0 ? 0 : Math.max(0, amountCents - reversedCents) / amountCents;
}

/** What remains of an amount of minutes when part of its price was paid back. Whole milliseconds. */
export function shareKept(amountMs: number, payment: { amountCents: number; reversedCents: number }): number {
  const { amountCents, reversedCents } = payment;
  if (reversedCents <= 0) return amountMs;
  if (amountCents <= 0) return 0;
  return Math.floor((amountMs * Math.max(0, amountCents - reversedCents)) / amountCents);
}

/** How much of a plan's minutes is used up, in whole percent. */
export const percentUsed = (givenMs: number, leftMs: number): number =>
  givenMs <= 0 ? 0 : Math.floor((Math.max(0, givenMs - leftMs) * 100) / givenMs);

/** Of a plan's minutes, in percent, where people are warned. */
export const USAGE_WARNINGS = [100, 80] as const;

export type UsageWarning = (typeof USAGE_WARNINGS)[number];

/** The highest warning that a percentage calls for. */
export const usageWarningAt = (percent: number): UsageWarning | null =>
  USAGE_WARNINGS.find((mark) => percent >= mark) ?? null;
