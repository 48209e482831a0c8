import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agendaOf, daysBetween, daysOfEvent } from '@/app/domain/calendar/agenda';
import {
  calendarHref,
  type DayRange,
  dateBeside,
  daysOfView,
  isChosen,
  periodOf,
  readCalendarQuery,
} from '@/app/domain/calendar/calendar-query';
import type { EventTime } from '@/app/domain/calendar/event';
import { addDays, dayOf } from '@/app/domain/format/day';
import { eventWith, timed, wholeDays } from '@/tests/factories/event';

const ZONE = 'America/Sao_Paulo';
const HOUR_MS = 3_600_000;
const zones = fc.constantFrom(ZONE, 'Europe/Lisbon', 'America/New_York');
const days = fc.integer({ min: 0, max: 3650 }).map((days) => addDays('2017-01-01', days));
const times: fc.Arbitrary<EventTime> = fc.oneof(
  fc
    .record({ day: days, length: fc.integer({ min: 1, max: 40 }) })
    .map(({ day, length }) => wholeDays(day, addDays(day, length))),
  fc
    .record({
      startMs: fc.integer({ min: Date.parse('2017-01-01'), max: Date.parse('2027-01-01') }),
      minutes: fc.integer({ min: 0, max: 60 * 24 * 10 }),
    })
    .map(({ startMs, minutes }) => ({
      ...{ isAllDay: false as const, startMs, endMs: startMs + minutes * 60_000, timeZone: ZONE },
    })),
);

describe('the query of the calendar', () => {
  const read = (text: string) => readCalendarQuery(new URLSearchParams(text), '2026-11-26');

  it('is this week, where nothing valid is asked for', () => {
    const week = { view: 'week', date: '2026-11-26', show: [] };
    expect(read('')).toEqual(week);
    expect(read('view=year&date=2026-02-30&show=all')).toEqual(week);
    expect(read('date=9999-12-31')).toEqual(week);
    expect(read('view=day&date=2026-12-01&show=meet&show=declined')).toEqual({
      ...{ view: 'day', date: '2026-12-01', show: ['declined', 'meet'] },
    });
  });

  it('is in its link', () => {
    const query = { view: 'month', date: '2026-12-01', show: ['accepted', 'meet'] } as const;
    expect(read(calendarHref({ ...query, show: [...query.show] }).split('?')[1]!)).toEqual(query);
    expect(calendarHref({ view: 'week' })).toBe('/calendar');
  });

  it('has days', () => {
    expect(daysOfView({ view: 'week', date: '2026-11-26' })).toEqual({
      firstDay: '2026-11-22',
      lastDay: '2026-11-28',
    });
    expect(daysOfView({ view: 'week', date: '2026-11-22' }).firstDay).toBe('2026-11-22');
    expect(daysOfView({ view: 'month', date: '2028-02-10' })).toEqual({
      firstDay: '2028-02-01',
      lastDay: '2028-02-29',
    });
    expect(daysOfView({ view: 'day', date: '2026-11-26' }).lastDay).toBe('2026-11-26');
  });

  it('goes to the days beside it, without a gap', () => {
    fc.assert(
      fc.property(days, fc.constantFrom('month' as const, 'week' as const, 'day' as const), (date, view) => {
        const next = dateBeside({ view, date }, 1)!;
        const { lastDay } = daysOfView({ view, date });
        expect(daysOfView({ view, date: next }).firstDay).toBe(addDays(lastDay, 1));
        const previous = dateBeside({ view, date }, -1)!;
        expect(daysOfView({ view, date: previous }).lastDay).toBe(
          addDays(daysOfView({ view, date }).firstDay, -1),
        );
      }),
    );
    expect(dateBeside({ view: 'month', date: '2027-01-31' }, 1)).toBe('2027-02-28');
    expect(dateBeside({ view: 'day', date: '2099-12-31' }, 1)).toBeNull();
  });

  it('covers its days from the first moment to the last', () => {
    fc.assert(
      fc.property(days, zones, (date, zone) => {
        const range = daysOfView({ view: 'week', date });
        const { fromMs, toMs } = periodOf(range, zone);
        expect(dayOf(new Date(fromMs), zone)).toBe(range.firstDay);
        expect(dayOf(new Date(toMs - 1), zone)).toBe(range.lastDay);
        expect(Math.abs((toMs - fromMs) / HOUR_MS - 7 * 24)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('chooses events by answer, and by their meeting', () => {
    const pending = eventWith({ answer: 'tentative' });
    const meeting = eventWith({ meet: { state: 'ready', room: 'abc-defg-hij' } });
    const chosen = (show: Parameters<typeof isChosen>[1]) =>
      [pending, meeting].map((event) => isChosen(event, show));
    expect(chosen([])).toEqual([true, true]);
    expect(chosen(['pending'])).toEqual([true, false]);
    expect(chosen(['accepted', 'pending'])).toEqual([true, true]);
    expect(chosen(['meet'])).toEqual([false, true]);
    expect(chosen(['declined', 'meet'])).toEqual([false, false]);
    expect(isChosen(eventWith({ answer: 'needsAction' }), ['pending'])).toBe(true);
  });
});

/** How many days of a range an event has. */
function daysInside(time: EventTime, range: DayRange, zone: string): number {
  const { firstDay, lastDay } = daysOfEvent(time, zone);
  const [first, last] = [
    firstDay > range.firstDay ? firstDay : range.firstDay,
    lastDay < range.lastDay ? lastDay : range.lastDay,
  ];
  return Math.max(0, daysBetween(first, last) + 1);
}

describe('the agenda', () => {
  const week = daysOfView({ view: 'week', date: '2026-11-26' });
  const agenda = (...events: Parameters<typeof agendaOf>[0]) => agendaOf(events, week, ZONE, '2026-11-26');

  it('has today, even when it is empty, and no cancelled event', () => {
    expect(agenda(eventWith({ isCancelled: true }))).toEqual([{ day: '2026-11-26', entries: [] }]);
    expect(agendaOf([], week, ZONE, '2026-12-01')).toEqual([]);
  });

  it('has an event on each of its days', () => {
    const time = timed('2026-11-24T23:00Z', '2026-11-26T12:00Z');
    const shown = agenda(eventWith({ time })).map(({ day, entries: [entry] }) => [
      ...[day, entry!.startTime, entry!.endTime, entry!.day, entry!.days],
    ]);
    expect(shown).toEqual([
      ['2026-11-24', '20:00', null, 1, 3],
      ['2026-11-25', null, null, 2, 3],
      ['2026-11-26', null, '09:00', 3, 3],
    ]);
  });

  it('counts days that are out of sight', () => {
    const time = wholeDays('2026-11-20', '2026-11-24');
    const shown = agenda(eventWith({ time })).filter(({ entries }) => entries.length > 0);
    expect(shown.map(({ day, entries: [entry] }) => [day, entry!.day, entry!.days])).toEqual([
      ['2026-11-22', 3, 4],
      ['2026-11-23', 4, 4],
    ]);
  });

  it('is in order: whole days first', () => {
    const at = (title: string, hour: number) =>
      eventWith({ title, time: timed(`2026-11-26T${hour}:00Z`, `2026-11-26T${hour}:30Z`) });
    const whole = eventWith({ title: 'Feriado', time: wholeDays('2026-11-26', '2026-11-27') });
    const [today] = agenda(at('Tarde', 18), whole, at('Cedo', 12), at('Antes', 12));
    expect(today!.entries.map(({ event }) => event.title)).toEqual(['Feriado', 'Antes', 'Cedo', 'Tarde']);
  });

  it('leaves out the day that begins as an event ends', () => {
    expect(daysOfEvent(timed('2026-11-26T22:00Z', '2026-11-27T03:00Z'), ZONE)).toEqual({
      firstDay: '2026-11-26',
      lastDay: '2026-11-26',
    });
    expect(daysOfEvent(timed('2026-11-26T03:00Z', '2026-11-26T03:00Z'), ZONE).lastDay).toBe('2026-11-26');
  });

  it('has every event of the range on as many days as it has there', () => {
    fc.assert(
      fc.property(fc.array(times, { maxLength: 20 }), days, zones, (list, date, zone) => {
        const range = daysOfView({ view: 'month', date });
        const events = list.map((time, index) => eventWith({ id: `event${index}`, time }));
        const shown = agendaOf(events, range, zone, date);
        const dates = shown.map(({ day }) => day);
        expect(dates).toEqual([...new Set(dates)].sort());
        expect(dates).toContain(date);
        for (const event of events) {
          const on = shown.filter(({ entries }) => entries.some((entry) => entry.event === event));
          expect(on.length).toBe(daysInside(event.time, range, zone));
        }
        const entries = shown.flatMap((day) => day.entries);
        expect(entries.every(({ day, days: count }) => day >= 1 && day <= count)).toBe(true);
      }),
    );
  });
});
