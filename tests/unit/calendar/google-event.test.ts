import { describe, expect, it } from 'vitest';
import {
  hasFailedConference,
  LISTED_FIELDS,
  toCalendarEvent,
} from '@/app/integrations/calendar/google-event';
import { METHODS } from '@/tests/support/google-calendar/discovery';
import { mistakeIn } from '@/tests/support/google-calendar/validate';

const TIMES = {
  start: { dateTime: '2026-03-10T10:00:00-03:00', timeZone: 'America/Sao_Paulo' },
  end: { dateTime: '2026-03-10T11:00:00-03:00', timeZone: 'America/Sao_Paulo' },
};
const event = (parts: object = {}) => toCalendarEvent({ id: 'abcde', etag: '"1"', ...TIMES, ...parts });

describe('an event of Google', () => {
  it('has defaults for all that is absent', () => {
    expect(event()).toEqual({
      id: 'abcde',
      etag: '"1"',
      title: '',
      time: {
        isAllDay: false,
        startMs: Date.parse('2026-03-10T13:00:00Z'),
        endMs: Date.parse('2026-03-10T14:00:00Z'),
        timeZone: 'America/Sao_Paulo',
      },
      location: '',
      description: '',
      guests: [],
      hasMoreGuests: false,
      answer: 'accepted',
      meet: null,
      seriesId: null,
      recurrence: [],
      isEditable: true,
      isCancelled: false,
      href: null,
    });
  });

  it.each([
    ['nothing', undefined],
    ['a text', 'event'],
    ['no id', { ...TIMES, etag: '"1"' }],
    ['no times', { id: 'abcde', etag: '"1"' }],
    ['a time without offset', { id: 'abcde', start: { dateTime: '2026-03-10T10:00:00' } }],
    ['a time that is none', { id: 'abcde', start: { dateTime: '2026-13-10T10:00:00Z' } }],
    ['a day that is none', { id: 'abcde', start: { date: '2026-02-30' } }],
    ['an id that is too long', { ...TIMES, id: 'a'.repeat(1_025) }],
    ['a working location', { ...TIMES, id: 'abcde', eventType: 'workingLocation' }],
    ['a birthday', { ...TIMES, id: 'abcde', eventType: 'birthday' }],
  ])('is none with %s', (_name, answer) => {
    expect(toCalendarEvent(answer)).toBeNull();
  });

  it('reads malformed parts as absent ones', () => {
    const odd = {
      summary: 7,
      attendees: 'all',
      organizer: [],
      conferenceData: null,
      recurrence: {},
      locked: 'no',
    };
    expect(event(odd)).toEqual(event());
  });

  it.each([
    ['2026-03-08', '2026-03-10', '2026-03-10'],
    ['2026-03-08', '2026-03-08', '2026-03-09'],
    ['2026-03-08', '2026-03-01', '2026-03-09'],
    ['2026-03-08', '', '2026-03-09'],
  ])('of whole days from %s to "%s" ends before %s', (startDay, end, endDay) => {
    const { time } = event({ start: { date: startDay }, end: { date: end } })!;
    expect(time).toEqual({ isAllDay: true, startDay, endDay });
  });

  it('ends no earlier than it starts', () => {
    const { time } = event({ end: { dateTime: '2026-03-10T09:00:00-03:00' } })!;
    expect(time).toMatchObject({ endMs: Date.parse('2026-03-10T13:00:00Z') });
  });

  it.each([
    [{ timeZone: 'Europe/Lisbon' }, 'America/New_York', 'Europe/Lisbon'],
    [{}, 'America/New_York', 'America/New_York'],
    [{ timeZone: 'Mars/Olympus' }, undefined, 'UTC'],
    [{ timeZone: 'x'.repeat(9_999) }, 'Europe/Lisbon', 'Europe/Lisbon'],
  ])('with %j in a calendar of %s is in %s', (zone, calendarZone, timeZone) => {
    const start = { dateTime: '2026-03-29T00:30:00Z', ...zone };
    const answer = { id: 'abcde', start, end: { dateTime: '2026-03-29T01:30:00Z' } };
    expect(toCalendarEvent(answer, calendarZone)!.time).toEqual({
      isAllDay: false,
      startMs: Date.parse('2026-03-29T00:30:00Z'),
      endMs: Date.parse('2026-03-29T01:30:00Z'),
      timeZone,
    });
  });

  it('has texts of bounded length, without what is invisible', () => {
    const read = event({
      summary: ` Pauta\u0000\n\u202ede hoje ${'😀'.repeat(2_000)}`,
      description: `linha\r\n\u0007outra ${'x'.repeat(100_000)}`,
    })!;
    expect(read.title).toMatch(/^Pauta de hoje 😀/u);
    expect(read.title.length).toBeLessThanOrEqual(1_000);
    expect(read.title.isWellFormed()).toBe(true);
    expect(read.description).toMatch(/^linha\noutra x/);
    expect(read.description.length).toBeLessThanOrEqual(8_192);
  });

  it('has guests with their answers, and rooms are none', () => {
    const attendees = [
      { email: 'Bia@Example.com', displayName: 'Bia', responseStatus: 'declined' },
      { email: 'ana@example.com', self: true, organizer: true, responseStatus: 'tentative' },
      { email: 'sala@resource.example.com', resource: true, responseStatus: 'accepted' },
      { displayName: 'Sem e-mail' },
      { email: 'caio@example.com', responseStatus: 'maybe' },
    ];
    const read = event({ attendees, attendeesOmitted: true })!;
    expect(read).toMatchObject({ answer: 'tentative', hasMoreGuests: true });
    expect(read.guests).toEqual([
      { email: 'bia@example.com', name: 'Bia', answer: 'declined', isSelf: false, isOrganizer: false },
      { email: 'ana@example.com', name: '', answer: 'tentative', isSelf: true, isOrganizer: true },
      { email: 'caio@example.com', name: '', answer: 'needsAction', isSelf: false, isOrganizer: false },
    ]);
  });

  it('has so many guests at most', () => {
    const attendees = Array.from({ length: 600 }, (_, index) => ({ email: `g${index}@example.com` }));
    expect(event({ attendees })).toMatchObject({ hasMoreGuests: true, guests: { length: 500 } });
  });

  it.each([
    [{ organizer: { self: true } }, true],
    [{ organizer: { email: 'x@example.com' } }, false],
    [{ organizer: { email: 'x@example.com' }, guestsCanModify: true }, true],
    [{ organizer: { self: true }, locked: true }, false],
    [{ organizer: { self: true }, eventType: 'focusTime' }, false],
    [{ organizer: { self: true }, eventType: 'default' }, true],
  ])('with %j is editable: %s', (parts, isEditable) => {
    expect(event(parts)).toMatchObject({ isEditable });
  });

  const video = (uri: string) => ({ conferenceData: { entryPoints: [{ entryPointType: 'video', uri }] } });
  const status = (statusCode: string) => ({ conferenceData: { createRequest: { status: { statusCode } } } });

  it.each([
    [{ hangoutLink: 'https://meet.google.com/abc-defg-hij' }, { state: 'ready', room: 'abc-defg-hij' }],
    [video('https://meet.google.com/ABC-defg-hij?authuser=0'), { state: 'ready', room: 'abc-defg-hij' }],
    [video('https://zoom.us/j/123'), null],
    [video('https://meet.google.com.example.com/abc-defg-hij'), null],
    [{ hangoutLink: 'javascript:alert(1)' }, null],
    [status('pending'), { state: 'pending' }],
    [status('failure'), null],
    [
      { ...status('pending'), hangoutLink: 'https://meet.google.com/abc-defg-hij' },
      { state: 'ready', room: 'abc-defg-hij' },
    ],
  ])('with %j has the room %j', (parts, meet) => {
    expect(event(parts)!.meet).toEqual(meet);
  });

  it('knows a conference that failed', () => {
    expect(hasFailedConference({ id: 'abcde', ...TIMES, ...status('failure') })).toBe(true);
    expect(hasFailedConference({ id: 'abcde', ...TIMES, ...status('pending') })).toBe(false);
    expect(hasFailedConference(undefined)).toBe(false);
  });

  it.each([
    ['https://www.google.com/calendar/event?eid=abc', true],
    ['https://calendar.google.com/calendar/event?eid=abc', true],
    ['javascript:alert(1)', false],
    ['https://www.google.com.example.com/', false],
    ['https://www.google.com/ x', false],
  ])('leads to %s: %s', (htmlLink, isLed) => {
    expect(event({ htmlLink })!.href).toBe(isLed ? htmlLink : null);
  });

  it('is asked for by fields that the API knows', () => {
    const query = new URLSearchParams({ fields: `items(${LISTED_FIELDS})` });
    expect(METHODS.list.response).toBe('Events');
    expect(mistakeIn('list', query, undefined)).toBeNull();
  });
});
