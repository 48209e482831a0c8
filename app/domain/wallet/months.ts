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

/**
 * What a month gives after its plan changed within it: the new plan counts for the rest of the time.
 * @param givenMs what the month gave before; `beforeMs` and `afterMs` what a whole month of each plan gives
 * @returns whole milliseconds, at least 0
 */
export function afterPlanChange(
  givenMs: number,
  change: { month: Span; at: Date; beforeMs: number; afterMs: number },
): number {
  const { month, at, beforeMs, afterMs } = change;
  const start = month.start.getTime();
  const end = month.end.getTime();
  const left = (end - Math.min(Math.max(at.getTime(), start), end)) / (end - start);
  return Math.max(0, Math.floor(givenMs + (afterMs - beforeMs) * left));
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
