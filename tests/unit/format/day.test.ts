import { describe, expect, it } from 'vitest';
import { addDays, dayOf, isDay, startOfDay } from '@/app/domain/format/day';

describe('dates in São Paulo', () => {
  it.each([
    ['2026-11-20', true],
    ['2024-02-29', true],
    ['2026-02-29', false],
    ['2026-13-01', false],
    ['2026-1-1', false],
    ['20/11/2026', false],
    ['', false],
    ['0000-00-00', false],
  ])('isDay(%s) is %s', (text, expected) => {
    expect(isDay(text)).toBe(expected);
  });

  it.each([
    ['2026-11-21T02:59:59.999Z', '2026-11-20'],
    ['2026-11-21T03:00:00.000Z', '2026-11-21'],
  ])('dayOf(%s) is %s', (moment, day) => {
    expect(dayOf(new Date(moment))).toBe(day);
  });

  it.each([
    ['2026-11-20', '2026-11-20T03:00:00.000Z'],
    // During daylight saving time, when it began at midnight, and when it ended at midnight.
    ['2018-12-25', '2018-12-25T02:00:00.000Z'],
    ['2018-11-04', '2018-11-04T03:00:00.000Z'],
    ['2018-02-18', '2018-02-18T03:00:00.000Z'],
  ])('startOfDay(%s) is %s', (day, moment) => {
    expect(startOfDay(day).toISOString()).toBe(moment);
    expect(dayOf(startOfDay(day))).toBe(day);
    expect(dayOf(new Date(startOfDay(day).getTime() - 1))).toBe(addDays(day, -1));
  });

  it('dayOf is the day of the time zone', () => {
    const moment = new Date('2026-11-20T22:30:00Z');
    const days = ['Pacific/Kiritimati', 'America/Sao_Paulo'].map((zone) => dayOf(moment, zone));
    expect(days).toEqual(['2026-11-21', '2026-11-20']);
  });

  it('addDays crosses the end of a month', () => {
    expect([addDays('2026-12-31', 1), addDays('2024-03-01', -1)]).toEqual(['2027-01-01', '2024-02-29']);
  });
});
