import { expect, it } from 'vitest';
import { calendarMonthOf } from '@/app/domain/billing/wallet/calendar-month';

it.each([
  ['2026-11-15T12:00:00Z', '2026-11-01T03:00:00.000Z', '2026-12-01T03:00:00.000Z'],
  ['2026-12-31T23:00:00Z', '2026-12-01T03:00:00.000Z', '2027-01-01T03:00:00.000Z'],
  ['2027-01-01T02:59:59Z', '2026-12-01T03:00:00.000Z', '2027-01-01T03:00:00.000Z'],
  ['2027-01-01T03:00:00Z', '2027-01-01T03:00:00.000Z', '2027-02-01T03:00:00.000Z'],
])('the month of %s in São Paulo begins at %s and ends at %s', (moment, start, end) => {
  const month = calendarMonthOf(new Date(moment));
  expect([month.start.toISOString(), month.end.toISOString()]).toEqual([start, end]);
});
