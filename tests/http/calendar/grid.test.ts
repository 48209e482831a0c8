import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { GridEvent, GridEvents } from '@/app/domain/calendar/grid-event';
import { unpackEvents } from '@/app/domain/calendar/packed-events';
import type { FakeCalendar } from '@/tests/support/google-calendar/fake-calendar';
import { type CelesteWithGoogle, linkCalendar, startWithGoogle } from '@/tests/support/linked-calendar';
import { type MeetingUser, signUpMeetingUser } from '../meeting/meetings';

let running: CelesteWithGoogle;
let ana: MeetingUser;
let calendar: FakeCalendar;

beforeAll(async () => {
  running = await startWithGoogle();
});

beforeEach(async () => {
  running.google.calm();
  ana = await signUpMeetingUser(running.celeste);
  calendar = await linkCalendar(running, ana);
});

afterAll(() => running.stop());

const at = (dateTime: string) => ({ dateTime, timeZone: 'America/Sao_Paulo' });

function pauta(): { id: string; etag: string } {
  const [start, end] = [at('2026-11-26T14:00:00-03:00'), at('2026-11-26T15:00:00-03:00')];
  const { id, etag } = calendar.add({ summary: 'Pauta', start, end });
  return { id: id ?? '', etag: etag ?? '' };
}

async function eventsOf(person: MeetingUser, query: string): Promise<GridEvents> {
  const { status, body } = await person.get(`/calendar/events?${query}`);
  expect(status).toBe(200);
  return JSON.parse(body);
}

const WEEK = 'from=2026-11-22&to=2026-11-28';
const HOUR_LATER = { startMs: Date.parse('2026-11-26T18:00Z'), endMs: Date.parse('2026-11-26T19:00Z') };

const send = (person: MeetingUser, id: string, change: unknown, headers: Record<string, string> = {}) =>
  person.request(`/calendar/${id}/time`, {
    method: 'POST',
    body: JSON.stringify(change),
    headers: { 'Content-Type': 'application/json', Origin: running.celeste.address, ...headers },
  });

const startOf = (id: string) => Date.parse(calendar.read(id).start?.dateTime ?? '');

describe('the events of the grid', () => {
  it('are those of the days that are asked for, and are kept by nobody', async () => {
    const { id } = pauta();
    const { headers } = await ana.get(`/calendar/events?${WEEK}`);
    expect(headers.get('Cache-Control')).toBe('private, no-store');
    const { events, isPartial } = await eventsOf(ana, WEEK);
    expect(events).toMatchObject([
      { id, title: 'Pauta', isEditable: true, answer: 'accepted', hasMeet: false },
    ]);
    expect(isPartial).toBe(false);
    expect(await eventsOf(ana, 'from=2026-11-29&to=2026-12-05')).toMatchObject({ events: [] });
  });

  it.each(['', 'from=2026-11-22', 'from=2026-11-22&to=2026-11-21', 'from=2026-11-01&to=2026-12-16'])(
    'are no others: %o',
    async (query) => {
      expect((await ana.get(`/calendar/events?${query}`)).status).toBe(400);
      expect(running.google.requests).toEqual([]);
    },
  );

  it('say that Google does not answer', async () => {
    running.google.fail('any', { status: 503 }, 20);
    expect((await ana.get(`/calendar/events?${WEEK}`)).status).toBe(503);
  });

  it('come with the page: 1,000 in a month in one request, and at most two to Google', async () => {
    for (let index = 0; index < 1000; index++) {
      const day = String(1 + (index % 30)).padStart(2, '0');
      const hour = String(7 + (Math.floor(index / 30) % 14)).padStart(2, '0');
      const start = at(`2026-11-${day}T${hour}:00:00-03:00`);
      calendar.add({ summary: `Evento ${index}`, start, end: at(`2026-11-${day}T${hour}:30:00-03:00`) });
    }
    for (const [view, expected] of [
      ['week', 230],
      ['month', 1000],
    ] as const) {
      running.google.calm();
      const { status, body } = await ana.get(`/calendar?view=${view}&date=2026-11-26`);
      expect(status).toBe(200);
      const packed = / data-events="([^"]*)"/.exec(body)![1]!.replaceAll('&quot;', '"');
      expect(unpackEvents(packed, 'UTC').length).toBeGreaterThanOrEqual(expected);
      expect(running.google.requests.length).toBeLessThanOrEqual(2);
    }
    expect(running.google.mistakes).toEqual([]);
  });
});

describe('an event that is moved in the grid', () => {
  it('gets its new time, and answers with its new version', async () => {
    const { id, etag } = pauta();
    const { status, body } = await send(ana, id, { version: etag, ...HOUR_LATER });
    expect(status).toBe(200);
    const moved: GridEvent = JSON.parse(body);
    expect(moved.time).toMatchObject(HOUR_LATER);
    expect(moved.version).not.toBe(etag);
    expect(startOf(id)).toBe(HOUR_LATER.startMs);
  });

  it('is not moved twice when the answer was lost', async () => {
    const { id, etag } = pauta();
    await send(ana, id, { version: etag, ...HOUR_LATER });
    expect((await send(ana, id, { version: etag, ...HOUR_LATER })).status).toBe(200);
  });

  it('stays as somebody else has changed it, and is answered so', async () => {
    const { id, etag } = pauta();
    calendar.change(id, { summary: 'Pauta nova' });
    const { status, body } = await send(ana, id, { version: etag, ...HOUR_LATER });
    expect(status).toBe(409);
    expect(JSON.parse(body)).toMatchObject({ message: expect.any(String), event: { title: 'Pauta nova' } });
    expect(startOf(id)).toBe(Date.parse('2026-11-26T17:00Z'));
  });

  it('is one occurrence of a series', async () => {
    calendar.add({
      ...{ summary: 'Pauta diária', recurrence: ['RRULE:FREQ=DAILY;COUNT=3'] },
      ...{ start: at('2026-11-24T14:00:00-03:00'), end: at('2026-11-24T15:00:00-03:00') },
    });
    const { events } = await eventsOf(ana, WEEK);
    const last = events[2]!;
    expect((await send(ana, last.id, { version: last.version, ...HOUR_LATER })).status).toBe(200);
    const hours = (await eventsOf(ana, WEEK)).events.map(
      ({ time }) => time.isAllDay || new Date(time.startMs).getUTCHours(),
    );
    expect(hours).toEqual([17, 17, 18]);
  });

  it.each([
    ['from elsewhere', { Origin: 'https://example.org' }, HOUR_LATER, 403],
    ['to no time', {}, { startMs: 2, endMs: 1 }, 400],
    ['as a form', { 'Content-Type': 'text/plain' }, HOUR_LATER, 400],
  ])('is refused %s', async (_, headers, change, expected) => {
    const { id, etag } = pauta();
    expect((await send(ana, id, { version: etag, ...change }, headers)).status).toBe(expected);
    expect(running.google.requests).toEqual([]);
  });

  it("is nobody else's", async () => {
    const { id, etag } = pauta();
    const bia = await signUpMeetingUser(running.celeste, { name: 'Bia Lopes' });
    await linkCalendar(running, bia);
    expect((await send(bia, id, { version: etag, ...HOUR_LATER })).status).toBe(404);
    expect(startOf(id)).toBe(Date.parse('2026-11-26T17:00Z'));
  });
});
