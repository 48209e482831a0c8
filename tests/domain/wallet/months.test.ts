import { describe, expect, it } from 'vitest';
import {
  addMonths,
  afterPlanChange,
  monthWithin,
  percentUsed,
  shareKept,
  usageWarningAt,
} from '@/app/domain/wallet/months';

const at = (text: string) => new Date(`${text}Z`);

describe('a month later', () => {
  it.each([
    ['2026-01-15T10:30', 1, '2026-02-15T10:30'],
    ['2026-01-31T00:00', 1, '2026-02-28T00:00'],
    ['2028-01-31T00:00', 1, '2028-02-29T00:00'],
    ['2026-12-31T23:59', 2, '2027-02-28T23:59'],
    ['2024-02-29T12:00', 12, '2025-02-28T12:00'],
  ])('than %s, %i times, it is %s', (from, months, to) => {
    expect(addMonths(at(from), months)).toEqual(at(to));
  });
});

describe('the month of a paid period', () => {
  const year = { start: at('2026-01-31T08:00'), end: at('2027-01-31T08:00') };

  it('is counted from its start, and the last one ends with it', () => {
    const months = [];
    for (let moment = year.start; moment < year.end; moment = months.at(-1)!.end) {
      months.push(monthWithin(year, moment));
      expect(months.length).toBeLessThan(20);
    }
    expect(months).toHaveLength(12);
    expect(months[0]).toEqual({ start: year.start, end: at('2026-02-28T08:00') });
    expect(months.at(-1)!.end).toEqual(year.end);
  });

  it('is the whole period when that is one month', () => {
    const month = { start: at('2026-03-10T08:00'), end: at('2026-04-10T08:00') };
    expect(monthWithin(month, at('2026-04-10T07:59'))).toEqual(month);
  });
});

describe('a change of plan', () => {
  const month = { start: at('2026-04-01T00:00'), end: at('2026-05-01T00:00') };
  const change = (moment: string, beforeMs: number, afterMs: number) =>
    afterPlanChange(beforeMs, { month, at: at(moment), beforeMs, afterMs });

  it.each([
    ['at the start', '2026-04-01T00:00', 5, 10, 10],
    ['in the middle', '2026-04-16T00:00', 4, 10, 7],
    ['at the end', '2026-05-01T00:00', 5, 10, 5],
    ['before the month', '2026-03-01T00:00', 5, 10, 10],
    ['to less, in the middle', '2026-04-16T00:00', 10, 4, 7],
  ])('%s counts for the time that is left', (_when, moment, before, after, given) => {
    expect(change(moment, before, after)).toBe(given);
  });
});

it('what remains of minutes when money went back', () => {
  const kept = (reversedCents: number) => shareKept(3_600_000, { amountCents: 2190, reversedCents });
  expect([0, 1095, 2190, 5000].map(kept)).toEqual([3_600_000, 1_800_000, 0, 0]);
});

it('a warning at 80 and at 100 percent', () => {
  const warnings = [1000, 201, 200, 1, 0, -5].map((leftMs) => usageWarningAt(percentUsed(1000, leftMs)));
  expect(warnings).toEqual([null, null, 80, 80, 100, 100]);
  expect(percentUsed(0, 0)).toBe(0);
});
