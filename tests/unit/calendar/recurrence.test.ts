import { describe, expect, it } from 'vitest';
import { isSameRecurrence, REPETITIONS, readRule, recurrenceOf } from '@/app/domain/calendar/recurrence';
import { addDays } from '@/app/domain/format/day';
import { momentsOf } from '@/app/domain/format/wall-clock';
import { timed, wholeDays } from '@/tests/factories/event';
import { occurrencesOf } from '@/tests/support/google-calendar/recurrence';

const until = Date.parse('2027-01-01T00:00:00Z');

/** Expected: examples of RFC 5545, section 3.8.5.3, in the zone of the start. */
describe('the occurrences of a series', () => {
  const stamps = (start: object, recurrence: string[]) =>
    occurrencesOf({ start, end: start, recurrence }, until).map(({ stamp }) => stamp);

  it.each([
    ['RRULE:FREQ=DAILY;COUNT=3', ['20260306', '20260307', '20260308']],
    ['RRULE:FREQ=DAILY;INTERVAL=2;UNTIL=20260310', ['20260306', '20260308', '20260310']],
    ['RRULE:FREQ=WEEKLY;BYDAY=FR,MO;COUNT=4', ['20260306', '20260309', '20260313', '20260316']],
    ['RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=FR,MO;COUNT=3', ['20260306', '20260316', '20260320']],
    ['RRULE:FREQ=MONTHLY;COUNT=2', ['20260306', '20260406']],
  ])('of whole days by %s', (rule, expected) => {
    expect(stamps({ date: '2026-03-06' }, [rule])).toEqual(expected);
  });

  it('keep the time of the clocks over a change to summer time', () => {
    const start = { dateTime: '2026-03-28T09:00:00Z', timeZone: 'Europe/Lisbon' };
    expect(stamps(start, ['RRULE:FREQ=DAILY;COUNT=3'])).toEqual([
      ...['20260328T090000Z', '20260329T080000Z', '20260330T080000Z'],
    ]);
  });

  it('are without excluded dates, and with added ones', () => {
    const start = { dateTime: '2026-03-06T12:00:00Z', timeZone: 'America/Sao_Paulo' };
    const lines = [
      'RRULE:FREQ=DAILY;COUNT=3',
      'EXDATE;TZID=America/Sao_Paulo:20260307T090000',
      'RDATE:20260310T120000Z',
    ];
    expect(stamps(start, lines)).toEqual(['20260306T120000Z', '20260308T120000Z', '20260310T120000Z']);
  });
});

describe('a repetition', () => {
  it.each([
    ['daily', 'RRULE:FREQ=DAILY'],
    ['workdays', 'RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
    ['weekly', 'RRULE:FREQ=WEEKLY'],
    ['monthly', 'RRULE:FREQ=MONTHLY'],
    ['yearly', 'RRULE:FREQ=YEARLY'],
  ] as const)('%s is a rule', (repetition, expected) => {
    const time = timed('2026-11-26T17:00Z', '2026-11-26T18:00Z');
    expect(recurrenceOf(repetition, null, time, 'America/Sao_Paulo')).toEqual([expected]);
  });

  it('ends with the last day, in the zone of the account', () => {
    const until = '2026-12-10';
    const late = timed('2026-11-27T01:30Z', '2026-11-27T02:30Z');
    expect(recurrenceOf('weekly', until, late, 'America/Sao_Paulo')).toEqual([
      'RRULE:FREQ=WEEKLY;UNTIL=20261211T025959Z',
    ]);
    expect(recurrenceOf('weekly', until, wholeDays('2026-11-26', '2026-11-27'), 'Europe/Lisbon')).toEqual([
      'RRULE:FREQ=WEEKLY;UNTIL=20261210',
    ]);
  });

  it('has its last event on the last day, and can be read again, in every zone and season', () => {
    for (const timeZone of ['America/Sao_Paulo', 'Europe/Lisbon', 'America/New_York', 'Asia/Tokyo']) {
      for (const first of ['2026-02-26', '2026-03-26', '2026-10-22', '2026-11-26']) {
        for (const clock of ['00:00', '12:00', '23:30']) {
          const [start] = momentsOf(first, clock, timeZone);
          const startMs = start!.getTime();
          const time = { isAllDay: false, startMs, endMs: startMs + 1_800_000, timeZone } as const;
          const until = addDays(first, 14);
          const recurrence = recurrenceOf('weekly', until, time, timeZone);
          const when = (ms: number) => ({ dateTime: new Date(ms).toISOString(), timeZone });
          const series = { start: when(startMs), end: when(time.endMs), recurrence };
          expect(occurrencesOf(series, startMs + 60 * 86_400_000)).toHaveLength(3);
          expect(readRule(recurrence, timeZone)).toMatchObject({ frequency: 'weekly', until });
        }
      }
    }
  });

  it('of workdays starts on one, and none ends before it starts', () => {
    const saturday = wholeDays('2026-11-28', '2026-11-29');
    expect(() => recurrenceOf('workdays', null, saturday, 'UTC')).toThrow('calendar.repeat-weekend');
    for (const repetition of REPETITIONS) {
      const friday = wholeDays('2026-11-27', '2026-11-28');
      expect(() => recurrenceOf(repetition, '2026-11-26', friday, 'UTC')).toThrow('repeat-until-early');
    }
  });

  it('is the same in another order', () => {
    const same = ['EXDATE:20261203,20261210', 'RRULE:UNTIL=20261231;FREQ=WEEKLY'];
    expect(isSameRecurrence(['RRULE:FREQ=WEEKLY;UNTIL=20261231', 'EXDATE:20261210,20261203'], same)).toBe(
      true,
    );
    expect(isSameRecurrence(['RRULE:FREQ=WEEKLY'], same)).toBe(false);
    expect(isSameRecurrence([], [])).toBe(true);
  });
});
