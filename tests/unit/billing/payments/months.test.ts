import { describe, expect, it } from 'vitest';
import {
  addMonths,
  billingMonthAt,
  minutesAfterRefundMs,
  monthAllowanceMs,
  percentUsed,
  usageWarningAt,
} from '@/app/domain/billing/payments/months';

const at = (text: string) => new Date(`${text}Z`);

describe('addMonths', () => {
  it.each([
    ['2026-01-15T10:30', 1, '2026-02-15T10:30'],
    ['2026-01-31T00:00', 1, '2026-02-28T00:00'],
    ['2028-01-31T00:00', 1, '2028-02-29T00:00'],
    ['2026-12-31T23:59', 2, '2027-02-28T23:59'],
    ['2024-02-29T12:00', 12, '2025-02-28T12:00'],
  ])('to %s adds %i months: %s', (from, months, to) => {
    expect(addMonths(at(from), months)).toEqual(at(to));
  });
});

describe('billingMonthAt', () => {
  const year = { start: at('2026-01-31T08:00'), end: at('2027-01-31T08:00') };

  it('counts months from the period’s start, and ends the last one with the period', () => {
    const months = [];
    for (let moment = year.start; moment < year.end; moment = months.at(-1)!.end) {
      months.push(billingMonthAt(year, moment));
      expect(months.length).toBeLessThan(20);
    }
    expect(months).toHaveLength(12);
    expect(months[0]).toEqual({ start: year.start, end: at('2026-02-28T08:00') });
    expect(months.at(-1)!.end).toEqual(year.end);
  });

  it('returns the whole period when it is one month', () => {
    const month = { start: at('2026-03-10T08:00'), end: at('2026-04-10T08:00') };
    expect(billingMonthAt(month, at('2026-04-10T07:59'))).toEqual(month);
  });
});

describe('monthAllowanceMs', () => {
  const month = { start: at('2026-04-01T00:00'), end: at('2026-05-01T00:00') };
  const light = { ...month, monthlyMs: 5000, share: 1 };
  const changed = (moment: string, toMs: number) => [
    light,
    { start: at(moment), end: month.end, monthlyMs: 5000, share: -1 },
    { start: at(moment), end: month.end, monthlyMs: toMs, share: 1 },
  ];

  it.each([
    ['at the start', '2026-04-01T00:00', 10_000, 10_000],
    ['in the middle', '2026-04-16T00:00', 10_000, 7500],
    ['at the end', '2026-05-01T00:00', 10_000, 5000],
    ['to less, in the middle', '2026-04-16T00:00', 1000, 3000],
    ['to another of the same', '2026-04-11T07:13', 5000, 5000],
  ])('prorates a plan change %s', (_when, moment, toMs, given) => {
    expect(monthAllowanceMs(month, changed(moment, toMs))).toBe(given);
    expect(monthAllowanceMs(month, changed(moment, toMs).reverse())).toBe(given);
  });

  it('gives every month of a longer period its minutes, and none outside', () => {
    const year = { start: at('2026-01-01T00:00'), end: at('2027-01-01T00:00'), monthlyMs: 5000, share: 1 };
    expect(monthAllowanceMs(month, [year])).toBe(5000);
    const before = { ...light, start: at('2026-03-01T00:00'), end: at('2026-04-01T00:00') };
    expect(monthAllowanceMs(month, [before, light])).toBe(5000);
    expect(monthAllowanceMs(month, [before])).toBe(0);
  });

  it('reduces the minutes after a refund, and never below 0', () => {
    expect(monthAllowanceMs(month, [{ ...light, share: 0.5 }])).toBe(2500);
    expect(monthAllowanceMs(month, [{ ...light, share: -1 }])).toBe(0);
  });
});

it('minutesAfterRefundMs returns the minutes left after a refund', () => {
  const kept = (reversedCents: number) =>
    minutesAfterRefundMs(3_600_000, { amountCents: 2190, reversedCents });
  expect([0, 1095, 2190, 5000].map(kept)).toEqual([3_600_000, 1_800_000, 0, 0]);
});

it('warns at 80 and at 100 percent', () => {
  const warnings = [1000, 201, 200, 1, 0, -5].map((leftMs) => usageWarningAt(percentUsed(1000, leftMs)));
  expect(warnings).toEqual([null, null, 80, 80, 100, 100]);
  expect(percentUsed(0, 0)).toBe(0);
});
