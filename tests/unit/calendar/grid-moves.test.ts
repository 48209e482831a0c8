import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysOfEvent } from '@/app/domain/calendar/agenda';
import type { EventTime } from '@/app/domain/calendar/event';
import { daysOfGrid, readGridDays } from '@/app/domain/calendar/grid-event';
import {
  drawnTimeOf,
  firstHourOf,
  isSameTime,
  moveSlot,
  moveTime,
  resizeTime,
  slotAt,
  timeAsDrawn,
  timeOfSlot,
} from '@/app/domain/calendar/grid-moves';
import { timeChangeSchema, timeOfChange } from '@/app/domain/calendar/time-change';
import { dayOf } from '@/app/domain/format/day';
import { timeOf } from '@/app/domain/format/wall-clock';
import { timed, wholeDays } from '@/tests/factories/event';

const SAO_PAULO = 'America/Sao_Paulo';
const NEW_YORK = 'America/New_York';
const LISBON = 'Europe/Lisbon';
const HOUR_MS = 3_600_000;

type Timed = EventTime & { isAllDay: false };

const shown = (time: EventTime, zone: string) =>
  time.isAllDay
    ? [time.startDay, time.endDay]
    : [time.startMs, time.endMs].map((ms) => `${dayOf(new Date(ms), zone)} ${timeOf(new Date(ms), zone)}`);

describe('an event that is moved', () => {
  it.each([
    [
      'by a day',
      timed('2026-11-26T17:00Z', '2026-11-26T18:00Z'),
      { days: 1, minutes: 0 },
      SAO_PAULO,
      '2026-11-27 14:00',
      '2026-11-27 15:00',
    ],
    [
      'by minutes',
      timed('2026-11-26T17:00Z', '2026-11-26T18:00Z'),
      { days: 0, minutes: -15 },
      SAO_PAULO,
      '2026-11-26 13:45',
      '2026-11-26 14:45',
    ],
    [
      'onto a day without an hour, at its time',
      timed('2026-03-07T15:00Z', '2026-03-07T16:00Z'),
      { days: 1, minutes: 0 },
      NEW_YORK,
      '2026-03-08 10:00',
      '2026-03-08 11:00',
    ],
    [
      'into the hour that is skipped, to after it',
      timed('2026-03-07T07:30Z', '2026-03-07T08:00Z'),
      { days: 1, minutes: 0 },
      NEW_YORK,
      '2026-03-08 03:30',
      '2026-03-08 04:00',
    ],
    [
      'over the hour that is skipped',
      timed('2026-03-08T06:45Z', '2026-03-08T07:15Z'),
      { days: 0, minutes: 15 },
      NEW_YORK,
      '2026-03-08 03:00',
      '2026-03-08 03:30',
    ],
    [
      'within the hour that comes twice',
      timed('2026-10-25T00:45Z', '2026-10-25T01:15Z'),
      { days: 0, minutes: 15 },
      LISBON,
      '2026-10-25 01:00',
      '2026-10-25 01:30',
    ],
    [
      'of whole days',
      wholeDays('2026-11-26', '2026-11-28'),
      { days: -1, minutes: 15 },
      SAO_PAULO,
      '2026-11-25',
      '2026-11-27',
    ],
  ])('%s', (_, time, step, zone, start, end) => {
    expect(shown(moveTime(time, step, zone), zone)).toEqual([start, end]);
  });

  it('keeps its length, and comes back by the same way in minutes', () => {
    const day = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 11, 31) });
    const step = fc.record({
      days: fc.integer({ min: -40, max: 40 }),
      minutes: fc.integer({ min: -500, max: 500 }),
    });
    fc.assert(
      fc.property(
        day,
        fc.integer({ min: 0, max: 50 }),
        step,
        fc.constantFrom(SAO_PAULO, NEW_YORK, LISBON),
        (startMs, hours, by, zone) => {
          const time: Timed = { isAllDay: false, startMs, endMs: startMs + hours * HOUR_MS, timeZone: zone };
          const moved = moveTime(time, by, zone) as Timed;
          expect(moved.endMs - moved.startMs).toBe(time.endMs - time.startMs);
          const back = moveTime(
            moveTime(time, { days: 0, minutes: by.minutes }, zone),
            { days: 0, minutes: -by.minutes },
            zone,
          );
          expect(isSameTime(back, time)).toBe(true);
        },
      ),
    );
  });

  it('gets no shorter than a step, or a day', () => {
    const half = timed('2026-11-26T17:00Z', '2026-11-26T17:30Z');
    expect(shown(resizeTime(half, { days: 0, minutes: -15 }, SAO_PAULO), SAO_PAULO)[1]).toBe(
      '2026-11-26 14:15',
    );
    expect(resizeTime(half, { days: 0, minutes: -30 }, SAO_PAULO)).toBe(half);
    const day = wholeDays('2026-11-26', '2026-11-27');
    expect(resizeTime(day, { days: -1, minutes: 0 }, SAO_PAULO)).toBe(day);
    expect(resizeTime(day, { days: 2, minutes: 0 }, SAO_PAULO)).toMatchObject({ endDay: '2026-11-29' });
  });
});

describe('what is drawn of an event', () => {
  it.each([
    ['as it is', '2026-11-26T17:00Z', '2026-11-26T18:00Z', '14:00', '15:00'],
    [
      'until the last minute of the day that it ends with',
      '2026-11-27T01:00Z',
      '2026-11-27T03:00Z',
      '22:00',
      '23:59',
    ],
    ['at least a quarter of an hour', '2026-11-26T17:00Z', '2026-11-26T17:00Z', '14:00', '14:15'],
    ['a moment before midnight, on its day', '2026-11-27T02:55Z', '2026-11-27T02:55Z', '23:55', '23:59'],
  ])('%s', (_, from, to, start, end) => {
    const drawn = drawnTimeOf(timed(from, to) as Timed, SAO_PAULO);
    expect([drawn.startMs, drawn.endMs].map((ms) => timeOf(new Date(ms), SAO_PAULO))).toEqual([start, end]);
  });

  it('is dragged and resized by as much as the event', () => {
    const time = timed('2026-11-27T01:00Z', '2026-11-27T03:00Z') as Timed;
    const from = drawnTimeOf(time, SAO_PAULO);
    const later = { startMs: from.startMs - HOUR_MS, endMs: from.endMs - HOUR_MS };
    expect(shown(timeAsDrawn(time, from, later), SAO_PAULO)).toEqual([
      '2026-11-26 21:00',
      '2026-11-26 23:00',
    ]);
    const shorter = { ...from, endMs: from.endMs - HOUR_MS };
    expect(shown(timeAsDrawn(time, from, shorter), SAO_PAULO)).toEqual([
      '2026-11-26 22:00',
      '2026-11-26 23:00',
    ]);
  });

  it('keeps its length when it is dragged over a change of the clocks', () => {
    const time = timed('2026-03-07T15:00Z', '2026-03-07T16:00Z', NEW_YORK);
    const from = drawnTimeOf(time as Timed, NEW_YORK);
    const to = { startMs: Date.parse('2026-03-08T14:00Z'), endMs: Date.parse('2026-03-08T15:30Z') };
    expect(shown(timeAsDrawn(time, from, to), NEW_YORK)).toEqual(['2026-03-08 10:00', '2026-03-08 11:00']);
  });

  it('is of whole days, too', () => {
    const time = wholeDays('2026-11-26', '2026-11-28');
    const from = daysOfEvent(time, SAO_PAULO);
    const moved = timeAsDrawn(time, from, { firstDay: '2026-11-25', lastDay: '2026-11-26' });
    expect(shown(moved, SAO_PAULO)).toEqual(['2026-11-25', '2026-11-27']);
    const longer = timeAsDrawn(time, from, { ...from, lastDay: '2026-11-29' });
    expect(shown(longer, SAO_PAULO)).toEqual(['2026-11-26', '2026-11-30']);
  });
});

describe('the hours of the grid', () => {
  const week = { firstDay: '2026-11-22', lastDay: '2026-11-28' };
  it('begin at six, or with the earliest event of its days', () => {
    const early = timed('2026-11-26T07:30Z', '2026-11-26T08:00Z');
    expect(firstHourOf([timed('2026-11-26T17:00Z', '2026-11-26T18:00Z')], week, SAO_PAULO)).toBe(6);
    expect(firstHourOf([early], week, SAO_PAULO)).toBe(4);
    expect(firstHourOf([early], { firstDay: '2026-11-29', lastDay: '2026-12-05' }, SAO_PAULO)).toBe(6);
    expect(firstHourOf([timed('2026-11-26T01:00Z', '2026-11-26T05:00Z')], week, SAO_PAULO)).toBe(6);
    expect(firstHourOf([wholeDays('2026-11-26', '2026-11-27')], week, SAO_PAULO)).toBe(6);
  });
});

describe('slots', () => {
  it('lie on half-hours, within the hours', () => {
    expect(slotAt(Date.parse('2026-11-26T17:44Z'), SAO_PAULO)).toEqual({
      day: '2026-11-26',
      minutes: 14 * 60 + 30,
    });
    expect(timeOfSlot({ day: '2026-11-26', minutes: 545 })).toBe('09:05');
    const slot = { day: '2026-11-30', minutes: 6 * 60 };
    expect(moveSlot(slot, { days: 1, minutes: -30 }, 6)).toEqual({ day: '2026-12-01', minutes: 360 });
    expect(moveSlot(slot, { days: 0, minutes: 24 * 60 }, 6).minutes).toBe(23 * 60 + 30);
  });
});

describe('the days of the grid', () => {
  it('are whole weeks of a month, which may be asked for', () => {
    expect(daysOfGrid({ view: 'month', date: '2026-11-26' })).toEqual({
      firstDay: '2026-11-01',
      lastDay: '2026-12-05',
    });
    expect(daysOfGrid({ view: 'week', date: '2026-11-26' })).toEqual({
      firstDay: '2026-11-22',
      lastDay: '2026-11-28',
    });
    for (let month = 1; month <= 12; month++) {
      const { firstDay, lastDay } = daysOfGrid({
        view: 'month',
        date: `2026-${String(month).padStart(2, '0')}-15`,
      });
      expect(readGridDays(new URLSearchParams({ from: firstDay, to: lastDay }))).toEqual({
        firstDay,
        lastDay,
      });
    }
  });

  it.each([
    ['', '2026-11-26'],
    ['2026-11-26', '2026-11-25'],
    ['2026-11-01', '2026-12-16'],
    ['2026-02-30', '2026-03-01'],
    ['ontem', 'hoje'],
  ])('are no period from %o to %o', (from, to) => {
    expect(readGridDays(new URLSearchParams({ from, to }))).toBeNull();
  });
});

describe('what the grid sends', () => {
  it('is a time', () => {
    const change = { version: '"1"', startMs: 1, endMs: 2 };
    expect(timeOfChange(timeChangeSchema.parse(change), SAO_PAULO)).toEqual({
      isAllDay: false,
      startMs: 1,
      endMs: 2,
      timeZone: SAO_PAULO,
    });
    const days = { version: '"1"', startDay: '2026-11-26', endDay: '2026-11-27' };
    expect(timeOfChange(timeChangeSchema.parse(days), SAO_PAULO)).toEqual(
      wholeDays('2026-11-26', '2026-11-27'),
    );
  });

  it.each([
    { version: '"1"', startMs: 2, endMs: 1 },
    { version: '"1"', startMs: 1.5, endMs: 2 },
    { version: '"1"', startMs: 1, endMs: 1e15 },
    { version: '"1"', startDay: '2026-11-26', endDay: '2026-11-26' },
    { version: 'x'.repeat(1025), startMs: 1, endMs: 2 },
    { startMs: 1, endMs: 2 },
    null,
  ])('is refused: %j', (change) => {
    expect(timeChangeSchema.safeParse(change).success).toBe(false);
  });
});
