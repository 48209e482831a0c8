import { describe, expect, it } from 'vitest';
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
