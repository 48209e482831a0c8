import { parseWithZod } from '@conform-to/zod/v4';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differencesOf } from '@/app/domain/calendar/differences';
import {
  eventTimeOf,
  proposedTime,
  type TypedEventTime,
  typedTimeOf,
} from '@/app/domain/calendar/event-form';
import { deleteEventSchema, editEventSchema, eventOfForm, newEventSchema } from '@/app/domain/calendar/forms';
import { addDays, dayOf } from '@/app/domain/format/day';
import { eventWith, timed, wholeDays } from '@/tests/factories/event';

const ZONE = 'America/Sao_Paulo';
const zones = fc.constantFrom(ZONE, 'Europe/Lisbon', 'America/New_York');
const minutes = fc
  .integer({ min: Date.parse('2017-01-01') / 60_000, max: Date.parse('2040-01-01') / 60_000 })
  .map((minute) => minute * 60_000);

const typed = (
  start: string,
  end: string,
  turns: Partial<Record<'start' | 'end', 'first' | 'second'>> = {},
) =>
  ({
    isAllDay: false,
    start: { date: start.slice(0, 10), time: start.slice(11), turn: turns.start ?? null },
    end: { date: end.slice(0, 10), time: end.slice(11), turn: turns.end ?? null },
  }) satisfies TypedEventTime;

describe('a time that is typed', () => {
  it('comes back as the moments that it was made of', () => {
    fc.assert(
      fc.property(minutes, fc.integer({ min: 1, max: 5000 }), zones, (startMs, length, timeZone) => {
        const time = { isAllDay: false, startMs, endMs: startMs + length * 60_000, timeZone } as const;
        expect(eventTimeOf(typedTimeOf(time, timeZone), timeZone)).toEqual(time);
      }),
      { numRuns: 1000 },
    );
  });

  it('comes back as the whole days', () => {
    const days = wholeDays('2026-11-26', '2026-11-29');
    expect(typedTimeOf(days, ZONE)).toMatchObject({ end: { date: '2026-11-28' } });
    expect(eventTimeOf(typedTimeOf(days, ZONE), ZONE)).toEqual(days);
  });

  it.each([
    ['calendar.start-skipped', typed('2026-03-08T02:30', '2026-03-08T04:00')],
    ['calendar.end-skipped', typed('2026-03-08T01:30', '2026-03-08T02:00')],
    ['calendar.start-twice', typed('2026-11-01T01:30', '2026-11-01T04:00')],
    ['calendar.end-twice', typed('2026-11-01T00:30', '2026-11-01T01:00')],
    ['calendar.ends-before-start', typed('2026-11-26T10:00', '2026-11-26T10:00')],
    ['calendar.ends-on-earlier-day', typed('2026-11-26T10:00', '2026-11-25T11:00')],
  ])('is refused: %s', (code, time) => {
    expect(() => eventTimeOf(time, 'America/New_York')).toThrow(code);
  });

  it('takes the moment that is chosen', () => {
    const time = typed('2026-11-01T01:30', '2026-11-01T01:15', { start: 'first', end: 'second' });
    expect(eventTimeOf(time, 'America/New_York')).toMatchObject({
      startMs: Date.parse('2026-11-01T05:30Z'),
      endMs: Date.parse('2026-11-01T06:15Z'),
    });
  });

  it('is proposed: 30 minutes from the next half-hour, or from the one asked for', () => {
    const now = new Date('2026-11-26T17:10Z');
    expect(proposedTime('2026-11-27', null, ZONE, now)).toEqual(
      typed('2026-11-27T14:30', '2026-11-27T15:00'),
    );
    expect(proposedTime('2026-11-27', '23:45', ZONE, now)).toEqual(
      typed('2026-11-27T23:45', '2026-11-28T00:15'),
    );
  });
});

const valid = {
  submissionId: crypto.randomUUID(),
  summary: 'Pauta',
  start_date: '2026-11-26',
  start_time: '14:00',
  end_date: '2026-11-26',
  end_time: '15:00',
};
const parse = (fields: Record<string, string | string[]>) => {
  const form = new FormData();
  for (const [name, values] of Object.entries({ ...valid, ...fields })) {
    for (const value of [values].flat()) form.append(name, value);
  }
  const submission = parseWithZod(form, { schema: newEventSchema });
  return submission.status === 'success'
    ? { value: submission.value, error: {} }
    : { error: submission.error ?? {} };
};

describe('the form of an event', () => {
  const errors = (fields: Record<string, string | string[]>) => parse(fields).error;

  it('is an event', () => {
    const { value } = parse({
      attendees: ['Bia@Example.com', '', 'caio@example.com; bia@example.com', 'joão@exemplo.com.br'],
      description: ' a\r\nb ',
    });
    expect(eventOfForm(value!, ZONE)).toEqual({
      title: 'Pauta',
      time: timed('2026-11-26T17:00Z', '2026-11-26T18:00Z'),
      location: '',
      description: 'a\nb',
      guests: ['bia@example.com', 'caio@example.com', 'joão@exemplo.com.br'],
    });
  });

  it('needs no times for whole days', () => {
    const { value } = parse({ all_day: 'on', start_time: '', end_time: '' });
    expect(eventOfForm(value!, ZONE).time).toEqual(wholeDays('2026-11-26', '2026-11-27'));
  });

  it.each([
    ['summary', { summary: ' ' }, 'calendar.title-required'],
    ['summary', { summary: 'a'.repeat(1025) }, 'calendar.title-too-long'],
    ['start_date', { start_date: '' }, 'calendar.date-required'],
    ['end_date', { end_date: '2026-02-30' }, 'calendar.date-invalid'],
    ['start_time', { start_time: '' }, 'calendar.time-required'],
    ['end_time', { end_time: '24:00' }, 'calendar.time-invalid'],
    ['location', { location: 'a'.repeat(1025) }, 'calendar.location-too-long'],
    ['description', { description: 'a'.repeat(8193) }, 'calendar.description-too-long'],
    ['attendees', { attendees: ['bia@example.com', 'caio'] }, 'calendar.guest-invalid'],
    ['attendees', { attendees: ['bia@example'] }, 'calendar.guest-invalid'],
    [
      'attendees',
      { attendees: Array.from({ length: 201 }, (_, index) => `g${index}@example.com`) },
      'calendar.too-many-guests',
    ],
  ])('says at %s what is wrong: %o', (field, fields, code) => {
    expect(errors(fields)).toMatchObject({ [field]: [code] });
  });

  it('says all that is wrong at once', () => {
    const wrong = { summary: '', start_time: '', end_date: '', repeats_until: '2026-12-31' };
    expect(Object.keys(errors(wrong)).sort()).toEqual(['end_date', 'repeats', 'start_time', 'summary']);
  });

  it('takes one occurrence, unless all are chosen', () => {
    const parseEdit = (fields: object) => editEventSchema.parse({ ...valid, version: '"1"', ...fields });
    expect([parseEdit({}).scope, parseEdit({ scope: 'all' }).scope]).toEqual(['one', 'all']);
  });

  it('of a deletion needs the acknowledgement', () => {
    const form = { submissionId: valid.submissionId, version: '"1"' };
    expect(deleteEventSchema.safeParse({ ...form, acknowledge: 'on' }).success).toBe(true);
    expect(deleteEventSchema.safeParse(form).error?.issues).toMatchObject([
      { path: ['acknowledge'], message: 'calendar.acknowledge-required' },
    ]);
  });
});

describe('what a change makes different', () => {
  const guest = { name: '', answer: 'accepted', isSelf: false, isOrganizer: false } as const;
  const event = eventWith({
    time: timed('2026-11-26T17:00:20Z', '2026-11-26T18:00Z', 'Europe/Lisbon'),
    description: 'Um\nDois\n',
    guests: [
      { ...guest, email: 'ana@example.com', isSelf: true },
      { ...guest, email: 'bia@example.com' },
    ],
  });

  it('is nothing, where it is so already', () => {
    const change = {
      title: 'Pauta',
      time: timed('2026-11-26T17:00Z', '2026-11-26T18:00Z'),
      description: 'Um\r\nDois',
      guests: ['bia@example.com'],
    };
    expect(differencesOf(event, change)).toEqual({});
  });

  it('keeps the zone of the event, and its own guest', () => {
    const change = { time: timed('2026-11-26T18:00Z', '2026-11-26T19:00Z'), guests: ['caio@example.com'] };
    expect(differencesOf(event, change)).toEqual({
      time: timed('2026-11-26T18:00Z', '2026-11-26T19:00Z', 'Europe/Lisbon'),
      guests: ['ana@example.com', 'caio@example.com'],
    });
    expect(differencesOf({ ...event, hasMoreGuests: true }, { guests: [] })).toEqual({});
    expect(differencesOf(event, { time: wholeDays('2026-11-26', '2026-11-27') }).time).toMatchObject({
      isAllDay: true,
    });
  });

  it('is nothing for a form that is sent as it was filled in', () => {
    const lines = fc.string({ maxLength: 40 });
    const emails = fc.uniqueArray(fc.integer({ min: 0, max: 50 }), { maxLength: 5 });
    fc.assert(
      fc.property(
        fc.record({ title: lines, location: lines, description: lines }),
        emails,
        minutes,
        fc.integer({ min: 1, max: 5000 }),
        fc.boolean(),
        zones,
        (texts, numbers, startMs, length, isAllDay, zone) => {
          const time = isAllDay
            ? wholeDays(dayOf(new Date(startMs)), addDays(dayOf(new Date(startMs)), (length % 9) + 1))
            : { isAllDay, startMs: startMs + 999, endMs: startMs + length * 60_000, timeZone: 'UTC' };
          const guests = numbers.map((number) => ({ ...guest, email: `g${number}@example.com` }));
          const event = eventWith({ ...texts, title: `P${texts.title}`, time, guests });
          const { start, end } = typedTimeOf(time, zone);
          const { value } = parse({
            ...{ summary: event.title, location: event.location, description: event.description },
            ...{ attendees: guests.map(({ email }) => email), ...(isAllDay && { all_day: 'on' }) },
            ...{ start_date: start.date, start_time: start.time, start_turn: start.turn ?? '' },
            ...{ end_date: end.date, end_time: end.time, end_turn: end.turn ?? '' },
          });
          expect(differencesOf(event, eventOfForm(value!, zone))).toEqual({});
        },
      ),
      { numRuns: 500 },
    );
  });
});
