import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EventTime } from '@/app/domain/calendar/event';
import { readRule } from '@/app/domain/calendar/recurrence';
import { moveSeries } from '@/app/domain/calendar/series';
import { addDays } from '@/app/domain/format/day';
import { momentAt, wallClockOf } from '@/app/domain/format/wall-clock';
import { timed, wholeDays } from '@/tests/factories/event';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const zones = fc.constantFrom('America/Sao_Paulo', 'Europe/Lisbon', 'America/New_York');
const series = (time: EventTime, rule = 'RRULE:FREQ=DAILY') => ({ time, recurrence: [rule] });

describe('a series that is moved with one of its occurrences', () => {
  it('takes place at the hour of the clocks to which the occurrence was moved, also beyond a change of them', () => {
    // Lisbon: winter time at the start of the series, summer time at the occurrence.
    const first = timed('2026-01-12T10:00Z', '2026-01-12T11:00Z', 'Europe/Lisbon');
    const from = timed('2026-06-15T09:00Z', '2026-06-15T10:00Z', 'Europe/Lisbon');
    const to = timed('2026-06-15T10:30Z', '2026-06-15T12:30Z', 'America/Sao_Paulo');
    expect(moveSeries(series(first), from, to)).toEqual(
      timed('2026-01-12T11:30Z', '2026-01-12T13:30Z', 'Europe/Lisbon'),
    );
  });

  it('stays where it is, when the occurrence does', () => {
    const first = timed('2026-01-12T10:00Z', '2026-01-12T11:00Z', 'Europe/Lisbon');
    const from = timed('2026-06-15T09:00Z', '2026-06-15T10:00Z', 'Europe/Lisbon');
    expect(moveSeries(series(first), from, from)).toEqual(first);
  });

  it('shows the same times as the occurrence, in any zone', () => {
    fc.assert(
      fc.property(
        zones,
        fc.integer({ min: Date.parse('2017-01-01') / DAY_MS, max: Date.parse('2030-01-01') / DAY_MS }),
        fc.integer({ min: 0, max: 400 }),
        // Not in the hours in which clocks change.
        fc.integer({ min: 5 * 4, max: 22 * 4 }),
        fc.integer({ min: 5 * 4, max: 22 * 4 }),
        fc.integer({ min: 1, max: 4 * 4 }),
        (zone, day, later, oldQuarter, newQuarter, length) => {
          const quarter = HOUR_MS / 4;
          const at = (date: number, from: number, quarters: number): EventTime => ({
            isAllDay: false,
            startMs: momentAt(date * DAY_MS + from * quarter, zone),
            endMs: momentAt(date * DAY_MS + (from + quarters) * quarter, zone),
            timeZone: zone,
          });
          const moved = moveSeries(
            series(at(day, oldQuarter, 4)),
            at(day + later, oldQuarter, 4),
            at(day + later, newQuarter, length),
          );
          expect(moved).toEqual(at(day, newQuarter, length));
        },
      ),
    );
  });

  it('becomes one of whole days, and back', () => {
    const first = timed('2026-11-02T17:00Z', '2026-11-02T18:00Z');
    const from = timed('2026-11-26T17:00Z', '2026-11-26T18:00Z');
    const whole = wholeDays('2026-11-26', '2026-11-28');
    expect(moveSeries(series(first), from, whole)).toEqual(wholeDays('2026-11-02', '2026-11-04'));
    expect(moveSeries(series(wholeDays('2026-11-02', '2026-11-04')), whole, from)).toEqual(first);
  });

  it('of whole days moves by days', () => {
    fc.assert(
      fc.property(fc.integer({ min: -60, max: 60 }), fc.integer({ min: 1, max: 5 }), (shift, length) => {
        const from = wholeDays('2026-03-28', '2026-03-29');
        const start = addDays('2026-03-28', shift);
        const moved = moveSeries(
          series(wholeDays('2026-01-01', '2026-01-02')),
          from,
          wholeDays(start, addDays(start, length)),
        );
        const first = addDays('2026-01-01', shift);
        expect(moved).toEqual(wholeDays(first, addDays(first, length)));
      }),
    );
  });

  it('keeps its day, where its rule names one', () => {
    const rule = 'RRULE:FREQ=WEEKLY;BYDAY=TH';
    const [from, hours] = [
      timed('2026-11-26T17:00Z', '2026-11-26T18:00Z'),
      timed('2026-11-26T19:00Z', '2026-11-26T20:00Z'),
    ];
    const friday = timed('2026-11-27T17:00Z', '2026-11-27T18:00Z');
    expect(moveSeries(series(from, rule), from, hours)).toEqual(hours);
    expect(() => moveSeries(series(from, rule), from, friday)).toThrow('calendar.series-day');
    expect(moveSeries(series(from, 'RRULE:FREQ=WEEKLY'), from, friday)).toEqual(friday);
  });

  it('shows the moved time on the clocks of its own zone', () => {
    const zone = 'America/New_York';
    const from = timed('2026-03-07T15:00Z', '2026-03-07T16:00Z', zone);
    const to = timed('2026-03-09T14:00Z', '2026-03-09T15:00Z', zone);
    const moved = moveSeries(series(from), from, to);
    expect(moved.isAllDay ? null : wallClockOf(moved.startMs, zone)).toBe(Date.parse('2026-03-09T10:00Z'));
  });
});

describe('a recurrence in words', () => {
  const read = (...lines: string[]) => readRule(lines, 'America/Sao_Paulo');
  const simple = { interval: 1, weekdays: [], until: null, count: null };

  it.each([
    ['RRULE:FREQ=DAILY', { ...simple, frequency: 'daily' }],
    [
      'RRULE:FREQ=WEEKLY;WKST=SU;INTERVAL=2;BYDAY=TH,TU',
      { ...simple, frequency: 'weekly', interval: 2, weekdays: ['TU', 'TH'] },
    ],
    ['RRULE:FREQ=MONTHLY;COUNT=12', { ...simple, frequency: 'monthly', count: 12 }],
    ['RRULE:FREQ=YEARLY;UNTIL=20301231', { ...simple, frequency: 'yearly', until: '2030-12-31' }],
    ['RRULE:FREQ=DAILY;UNTIL=20270101T015959Z', { ...simple, frequency: 'daily', until: '2026-12-31' }],
  ])('%s', (line, rule) => {
    expect(read(line)).toEqual(rule);
    expect(read('EXDATE;TZID=UTC:20261126T170000', line)).toEqual(rule);
  });

  it.each([
    'RRULE:FREQ=MONTHLY;BYDAY=2TU',
    'RRULE:FREQ=MONTHLY;BYMONTHDAY=1,15',
    'RRULE:FREQ=DAILY;BYDAY=MO',
    'RRULE:FREQ=HOURLY',
    'RRULE:FREQ=DAILY;INTERVAL=0',
    'RRULE:FREQ=DAILY;COUNT=x',
    'RRULE:FREQ=DAILY;UNTIL=20261332',
    'RRULE:FREQ=DAILY;UNTIL=20261231T999999Z',
    'RRULE:',
    'EXDATE:20261126',
  ])('says no more of %s', (line) => {
    expect(read(line)).toBeNull();
  });

  it('says no more of several rules', () => {
    expect(read('RRULE:FREQ=DAILY', 'RRULE:FREQ=WEEKLY')).toBeNull();
    expect(read('RRULE:FREQ=DAILY', 'RDATE:20261126')).toBeNull();
  });
});
