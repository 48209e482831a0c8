import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EventChange, NewEvent } from '@/app/domain/calendar/event';
import { createGoogleCalendar } from '@/app/integrations/calendar/google.server';
import {
  AccessNotGranted,
  type Calendar,
  CalendarRefused,
  CalendarUnavailable,
  EventChanged,
  EventForbidden,
  EventGone,
} from '@/app/integrations/calendar/port';
import { googleClientOf } from '@/tests/factories/calendar';
import { type FakeGoogle, type Fault, startFakeGoogle } from '@/tests/support/fake-google';
import type { FakeCalendar } from '@/tests/support/google-calendar/fake-calendar';

const PACE = { totalMs: 3_000, longMs: 6_000, attemptMs: 600, pauseMs: 10 };
const EMAIL = 'ana@example.com';
const ID = 'celeste0123456789abcdefghijklmnopqrstuv';

const at = (text: string) => Date.parse(text);
const MARCH = { fromMs: at('2026-03-01T00:00:00Z'), toMs: at('2026-04-01T00:00:00Z') };

const MEETING: NewEvent = {
  title: 'Reunião de pauta',
  time: {
    isAllDay: false,
    startMs: at('2026-03-10T13:00:00Z'),
    endMs: at('2026-03-10T14:30:00Z'),
    timeZone: 'America/Sao_Paulo',
  },
  location: 'Sala 2',
  description: 'Pauta:\n1. a < b & c',
  guests: ['Bia@example.com'],
};

let google: FakeGoogle;
let theirs: FakeCalendar;
let calendar: Calendar;
let accessTokens: string[];

beforeAll(async () => {
  google = await startFakeGoogle();
});
afterAll(() => google.close());

let turn = 0;
let email: string;

beforeEach(() => {
  turn += 1;
  email = turn === 1 ? EMAIL : `ana${turn}@example.com`;
  google.calm();
  google.consent = 'agree';
  google.account = email;
  theirs = google.calendarOf(email);
  accessTokens = [];
  calendar = open();
});

afterEach(() => {
  expect(google.mistakes.splice(0)).toEqual([]);
});

const service = () => createGoogleCalendar(googleClientOf(google), PACE);

const open = (tokens = google.grant(email)) =>
  service().open(tokens, async ({ accessToken }) => void accessTokens.push(accessToken));

const actions = () => google.requests.map(({ action }) => action);

/** Follows the page of consent. @returns the query of the way back */
async function consentTo(codeVerifier: string): Promise<URLSearchParams> {
  const address = service().consentUrl({ state: 'state-of-the-session', codeVerifier, email: EMAIL });
  const page = await fetch(address, { redirect: 'manual' });
  return new URL(page.headers.get('Location') ?? '').searchParams;
}

describe('the access', () => {
  const verifier = createHash('sha256').update('verifier').digest('base64url');

  it('is asked for with the least scope, and given for a code with its verifier', async () => {
    const back = await consentTo(verifier);
    expect(back.get('state')).toBe('state-of-the-session');
    const tokens = await service().exchangeCode(back.get('code')!, verifier);
    expect(tokens.expiresAtMs).toBeGreaterThan(Date.now() + 3_500_000);
    expect(await open(tokens).listEvents(MARCH)).toMatchObject({ name: EMAIL, events: [] });
  });

  it('is refused to a code that is used, and to another verifier', async () => {
    const back = await consentTo(verifier);
    const code = back.get('code')!;
    await service().exchangeCode(code, verifier);
    await expect(service().exchangeCode(code, verifier)).rejects.toThrow(CalendarRefused);
    const other = (await consentTo(verifier)).get('code')!;
    await expect(service().exchangeCode(other, 'x'.repeat(43))).rejects.toThrow(CalendarRefused);
  });

  it('is refused when the scope was not granted', async () => {
    google.consent = 'untick';
    google.account = email;
    const code = (await consentTo(verifier)).get('code')!;
    await expect(service().exchangeCode(code, verifier)).rejects.toThrow(AccessNotGranted);
    expect(actions()).toEqual(['authorize', 'token']);
  });

  it('is not asked for twice with one code', async () => {
    const code = (await consentTo(verifier)).get('code')!;
    google.fail('token', 'lost');
    await expect(service().exchangeCode(code, verifier)).rejects.toThrow(CalendarUnavailable);
    expect(actions()).toEqual(['authorize', 'token']);
  });

  it('is given for a refresh token, which stays the same', async () => {
    const { refreshToken, accessToken } = google.grant(email);
    const renewed = await service().renew(refreshToken);
    expect(renewed).toMatchObject({ refreshToken, accessToken: expect.not.stringMatching(accessToken) });
    expect(renewed.expiresAtMs).toBeGreaterThan(Date.now() + 3_500_000);
    expect(await open(renewed).listEvents(MARCH)).toMatchObject({ name: email });
    expect(actions()).toEqual(['token', 'list']);
  });

  it('is given for a refresh token whose scope is wider', async () => {
    const { refreshToken } = google.grant(email, 'openid https://www.googleapis.com/auth/calendar');
    expect(await service().renew(refreshToken)).toMatchObject({ refreshToken });
  });

  it('is refused to a refresh token that nobody gave, that has ended, or without the scope', async () => {
    await expect(service().renew('1//of-another-application')).rejects.toThrow(CalendarRefused);
    const narrow = google.grant(email, 'openid https://www.googleapis.com/auth/calendar.readonly');
    await expect(service().renew(narrow.refreshToken)).rejects.toThrow(AccessNotGranted);
    const ended = google.grant(email);
    google.revokeAccess(email);
    await expect(service().renew(ended.refreshToken)).rejects.toThrow(CalendarRefused);
    expect(actions()).toEqual(['token', 'token', 'token']);
  });

  it.each<Fault>([
    { status: 400, reason: 'invalid_request' },
    { status: 400, reason: 'invalid_scope' },
    { status: 403, reason: 'access_denied' },
    { status: 403, reason: 'admin_policy_enforced' },
  ])('is refused to a refresh token that Google answers with %j', async (fault) => {
    google.fail('token', fault);
    await expect(service().renew('ação\n')).rejects.toThrow(CalendarRefused);
    expect(actions()).toEqual(['token']);
  });

  it.each<Fault>([{ status: 500 }, { status: 401, reason: 'invalid_client' }, 'cut', 'garbage'])(
    'is not known to be refused when a renewal fails with %j',
    async (fault) => {
      google.fail('token', fault, 9);
      await expect(service().renew(google.grant(email).refreshToken)).rejects.toThrow(CalendarUnavailable);
    },
  );

  it('is renewed although the first answers are lost', async () => {
    google.fail('token', 'lost', 2);
    expect(await service().renew(google.grant(email).refreshToken)).toMatchObject({
      refreshToken: expect.stringMatching(/^1/),
    });
  });

  it('ends when it is revoked, even twice', async () => {
    const tokens = google.grant(email);
    await service().revoke(tokens);
    await service().revoke(tokens);
    await expect(open({ ...tokens, expiresAtMs: 0 }).listEvents(MARCH)).rejects.toThrow(CalendarRefused);
  });

  it('is not known to be revoked while Google does not answer', async () => {
    google.fail('revoke', { status: 503 }, 9);
    await expect(service().revoke(google.grant(email))).rejects.toThrow(CalendarUnavailable);
  });

  it('is renewed once for three requests at the same time', async () => {
    google.expireAccess(email);
    await Promise.all([calendar.listEvents(MARCH), calendar.listEvents(MARCH), calendar.listEvents(MARCH)]);
    expect(actions().filter((action) => action === 'token')).toHaveLength(1);
    expect(accessTokens).toHaveLength(1);
    expect(actions().filter((action) => action === 'list')).toHaveLength(6);
  });

  it('is renewed before it expires', async () => {
    await open({ ...google.grant(email), expiresAtMs: Date.now() - 1 }).listEvents(MARCH);
    expect(actions()).toEqual(['token', 'list']);
    expect(accessTokens).toHaveLength(1);
  });

  it('is renewed once, and not for ever', async () => {
    google.fail('list', { status: 401, reason: 'authError' }, 2);
    await expect(calendar.listEvents(MARCH)).rejects.toThrow(CalendarUnavailable);
    expect(actions()).toEqual(['list', 'token', 'list']);
  });

  it('has ended when the user revoked it', async () => {
    google.revokeAccess(email);
    await expect(calendar.listEvents(MARCH)).rejects.toThrow(CalendarRefused);
  });

  it.each<Fault>([{ status: 500 }, { status: 401, reason: 'invalid_client' }, 'cut', 'garbage'])(
    'has not ended when its renewal fails with %j',
    async (fault) => {
      google.expireAccess(email);
      google.fail('token', fault, 9);
      await expect(calendar.listEvents(MARCH)).rejects.toThrow(CalendarUnavailable);
    },
  );

  it('fails a request when its new tokens cannot be stored', async () => {
    google.expireAccess(email);
    const failing = service().open(google.grant(email), () => Promise.reject(new Error('the disk is full')));
    google.expireAccess(email);
    await expect(failing.listEvents(MARCH)).rejects.toThrow('the disk is full');
  });
});

describe('a list', () => {
  it('has occurrences in order of start, with their times and answers', async () => {
    theirs.add({
      id: 'weekly',
      summary: 'Semanal',
      start: { dateTime: '2026-03-03T09:00:00-03:00', timeZone: 'America/Sao_Paulo' },
      end: { dateTime: '2026-03-03T10:00:00-03:00', timeZone: 'America/Sao_Paulo' },
      recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'],
    });
    theirs.change('weekly_20260310T120000Z', {
      start: { dateTime: '2026-03-11T09:00:00-03:00' },
      end: { dateTime: '2026-03-11T10:00:00-03:00' },
    });
    theirs.cancel('weekly_20260317T120000Z');
    theirs.add({
      id: 'carnival',
      summary: 'Folga',
      start: { date: '2026-03-05' },
      end: { date: '2026-03-07' },
    });
    const { events, isPartial } = await calendar.listEvents(MARCH);
    expect(isPartial).toBe(false);
    expect(events.map(({ title, time, seriesId }) => [title, time, seriesId])).toEqual([
      [
        'Semanal',
        {
          isAllDay: false,
          startMs: at('2026-03-03T12:00:00Z'),
          endMs: at('2026-03-03T13:00:00Z'),
          timeZone: 'America/Sao_Paulo',
        },
        'weekly',
      ],
      ['Folga', { isAllDay: true, startDay: '2026-03-05', endDay: '2026-03-07' }, null],
      ['Semanal', expect.objectContaining({ startMs: at('2026-03-11T12:00:00Z') }), 'weekly'],
    ]);
  });

  it('of 1,000 events takes two requests at most', async () => {
    for (let hour = 0; hour < 1_000; hour += 1) {
      const start = at('2026-03-01T00:00:00Z') + hour * 30 * 60_000;
      const time = (moment: number) => ({ dateTime: new Date(moment).toISOString() });
      theirs.add({ start: time(start), end: time(start + 1_800_000) });
    }
    expect((await calendar.listEvents(MARCH)).events).toHaveLength(1_000);
    expect(google.requests).toHaveLength(1);
    theirs.pageSize = 500;
    expect(await calendar.listEvents(MARCH)).toMatchObject({ isPartial: false, events: { length: 1_000 } });
    expect(google.requests).toHaveLength(3);
    theirs.pageSize = 400;
    expect(await calendar.listEvents(MARCH)).toMatchObject({ isPartial: true, events: { length: 800 } });
    expect(google.requests).toHaveLength(5);
  });

  it('leaves out what no list shows', async () => {
    theirs.add({
      description: 'x'.repeat(8_000),
      attendees: [{ email: 'bia@example.com' }, { email, self: true, responseStatus: 'tentative' }],
      start: { date: '2026-03-05' },
      end: { date: '2026-03-06' },
    });
    const [event] = (await calendar.listEvents(MARCH)).events;
    expect(event).toMatchObject({ description: '', answer: 'tentative', guests: [{ email }] });
    const [whole] = (await calendar.listEvents({ ...MARCH, hasGuests: true })).events;
    expect(whole!.guests).toHaveLength(2);
  });

  it('shows this account alone of an event with very many guests', async () => {
    const others = Array.from({ length: 150 }, (_, index) => ({ email: `guest${index}@example.com` }));
    theirs.add({
      attendees: [...others, { email, responseStatus: 'declined' }],
      start: { date: '2026-03-05' },
      end: { date: '2026-03-06' },
    });
    const [event] = (await calendar.listEvents({ ...MARCH, hasGuests: true })).events;
    expect(event).toMatchObject({
      hasMoreGuests: true,
      answer: 'declined',
      guests: [{ email, isSelf: true }],
    });
  });
});

describe('an event', () => {
  it('is written and read as it was meant', async () => {
    const made = await calendar.createEvent(ID, MEETING);
    const [insert] = google.requests;
    expect(insert!.query.get('sendUpdates')).toBe('all');
    expect(insert!.body).toMatchObject({
      id: ID,
      start: { dateTime: '2026-03-10T13:00:00.000Z', timeZone: 'America/Sao_Paulo' },
    });
    const { guests, ...rest } = MEETING;
    expect(made).toMatchObject({ ...rest, id: ID, isEditable: true, answer: 'accepted', meet: null });
    expect(made.guests).toEqual([
      { email: 'bia@example.com', name: '', answer: 'needsAction', isSelf: false, isOrganizer: false },
    ]);
    expect(await calendar.readEvent(ID)).toEqual(made);
  });

  it('is not doubled by a repetition, nor by a lost answer', async () => {
    google.fail('insert', 'lost');
    const made = await calendar.createEvent(ID, MEETING);
    expect(actions()).toEqual(['insert', 'insert', 'get']);
    expect(await calendar.createEvent(ID, MEETING)).toEqual(made);
    expect(theirs.events()).toHaveLength(1);
  });

  it('is not made again after it was deleted', async () => {
    const { etag } = await calendar.createEvent(ID, MEETING);
    await calendar.deleteEvent(ID, etag);
    await expect(calendar.createEvent(ID, MEETING)).rejects.toThrow(EventGone);
  });

  it.each<[string, EventChange]>([
    ['title', { title: 'Outra pauta' }],
    ['whole days', { time: { isAllDay: true, startDay: '2026-03-12', endDay: '2026-03-14' } }],
    ['place and text', { location: '', description: '<b>não é negrito</b> &amp;' }],
  ])('changes its %s alone', async (_name, change) => {
    const made = await calendar.createEvent(ID, MEETING);
    const changed = await calendar.changeEvent(ID, made.etag, change);
    expect(changed).toEqual({ ...made, ...change, etag: expect.not.stringMatching(made.etag) });
    expect(google.requests.at(-1)).toMatchObject({ action: 'patch', ifMatch: made.etag });
    expect(await calendar.readEvent(ID)).toEqual(changed);
  });

  it('turns from whole days into a time', async () => {
    const time = { isAllDay: true, startDay: '2026-03-12', endDay: '2026-03-13' } as const;
    const made = await calendar.createEvent(ID, { ...MEETING, time });
    expect(made.time).toEqual(time);
    const changed = await calendar.changeEvent(ID, made.etag, { time: MEETING.time });
    expect(changed.time).toEqual(MEETING.time);
  });

  it('keeps the answers of guests who stay, and its rooms', async () => {
    theirs.add({
      id: ID,
      attendees: [
        { email: 'bia@example.com', responseStatus: 'accepted', optional: true },
        { email: 'caio@example.com' },
        { email: 'sala2@resource.example.com', resource: true },
        { email, organizer: true, responseStatus: 'accepted' },
      ],
    });
    const { etag, guests } = await calendar.readEvent(ID);
    expect(guests.map((guest) => guest.email)).toEqual(['bia@example.com', 'caio@example.com', email]);
    await calendar.changeEvent(ID, etag, { guests: ['BIA@example.com', 'davi@example.com'] });
    expect(theirs.read(ID).attendees).toMatchObject([
      { email: 'bia@example.com', responseStatus: 'accepted', optional: true },
      { email: 'sala2@resource.example.com', resource: true },
      { email, self: true, responseStatus: 'accepted' },
      { email: 'davi@example.com', responseStatus: 'needsAction' },
    ]);
  });

  it('is never written over', async () => {
    const { etag } = await calendar.createEvent(ID, MEETING);
    theirs.change(ID, { summary: 'Deles' });
    await expect(calendar.changeEvent(ID, etag, { title: 'Nossa' })).rejects.toThrow(EventChanged);
    await expect(calendar.changeEvent(ID, etag, { guests: [] })).rejects.toThrow(EventChanged);
    await expect(calendar.deleteEvent(ID, etag)).rejects.toThrow(EventChanged);
    expect(theirs.read(ID)).toMatchObject({ summary: 'Deles', status: 'confirmed' });
  });

  it.each<EventChange>([
    { title: 'Nova', location: 'Sala  3' },
    { time: { ...MEETING.time, endMs: at('2026-03-10T15:00:00Z') } as EventChange['time'] & object },
    { guests: ['caio@example.com'] },
    { description: 'a &lt; b' },
  ])('counts as changed when the answer to %j is lost', async (change) => {
    const { etag } = await calendar.createEvent(ID, MEETING);
    google.fail('patch', 'lost');
    const changed = await calendar.changeEvent(ID, etag, change);
    expect(changed.etag).toBe(theirs.read(ID).etag);
  });

  it('counts as deleted when the answer is lost, and when it was gone', async () => {
    const { etag } = await calendar.createEvent(ID, MEETING);
    google.fail('delete', 'lost');
    await calendar.deleteEvent(ID, etag);
    await calendar.deleteEvent(ID, etag);
    expect(theirs.events()).toEqual([]);
    await expect(calendar.readEvent(ID)).rejects.toThrow(EventGone);
    await expect(calendar.readEvent('nowhere')).rejects.toThrow(EventGone);
    await expect(calendar.changeEvent('nowhere', etag, { title: 'x' })).rejects.toThrow(EventGone);
  });

  it('counts as deleted when Google says of a deleted one that it has changed', async () => {
    const { etag } = await calendar.createEvent(ID, MEETING);
    theirs.cancel(ID);
    google.fail('delete', { status: 412, reason: 'conditionNotMet' });
    await calendar.deleteEvent(ID, etag);
    expect(actions()).toEqual(['insert', 'delete', 'get']);
  });

  it("of somebody else's may not be changed", async () => {
    const { etag } = theirs.add({ id: ID, organizer: { email: 'chefe@example.com', self: false } });
    expect(await calendar.readEvent(ID)).toMatchObject({ isEditable: false, answer: 'needsAction' });
    await expect(calendar.changeEvent(ID, etag!, { title: 'x' })).rejects.toThrow(EventForbidden);
  });

  it('is one occurrence, which changes and ends by itself', async () => {
    theirs.add({
      id: 'daily',
      summary: 'Diária',
      start: { dateTime: '2026-03-03T09:00:00-03:00', timeZone: 'America/Sao_Paulo' },
      end: { dateTime: '2026-03-03T09:15:00-03:00', timeZone: 'America/Sao_Paulo' },
      recurrence: ['RRULE:FREQ=DAILY;COUNT=3'],
    });
    const [first, second] = (await calendar.listEvents(MARCH)).events;
    await calendar.changeEvent(first!.id, first!.etag, { title: 'Só esta' });
    await calendar.deleteEvent(second!.id, second!.etag);
    const titles = (await calendar.listEvents(MARCH)).events.map(({ title }) => title);
    expect(titles).toEqual(['Só esta', 'Diária']);
    expect(await calendar.readEvent('daily')).toMatchObject({ recurrence: ['RRULE:FREQ=DAILY;COUNT=3'] });
  });
});

describe('a conference', () => {
  it('comes with the event', async () => {
    const { meet } = await calendar.createEvent(ID, MEETING, 'request-1');
    expect(meet).toEqual({ state: 'ready', room: expect.stringMatching(/^[a-z]{3}-[a-z]{4}-[a-z]{3}$/) });
    expect(google.requests).toHaveLength(1);
  });

  it('is asked for again while it is pending, and stays pending after a while', async () => {
    theirs.conferences = { outcome: 'success', pendingReads: 2 };
    expect((await calendar.createEvent(ID, MEETING, 'request-1')).meet).toMatchObject({ state: 'ready' });
    theirs.conferences = { outcome: 'success', pendingReads: 99 };
    const { etag } = await calendar.createEvent(`${ID}0`, MEETING);
    const changed = await calendar.changeEvent(`${ID}0`, etag, {}, 'request-2');
    expect(changed.meet).toEqual({ state: 'pending' });
    expect(await calendar.readEvent(`${ID}0`)).toMatchObject({ meet: { state: 'pending' } });
  });

  it('is asked for anew when it has failed', async () => {
    theirs.conferences = { outcome: 'failure', pendingReads: 0 };
    google.chaos = (action) => {
      if (action === 'patch') theirs.conferences = { outcome: 'success', pendingReads: 0 };
      return null;
    };
    expect((await calendar.createEvent(ID, MEETING, 'request-1')).meet).toMatchObject({ state: 'ready' });
    expect(actions()).toEqual(['insert', 'patch']);
  });

  it('does not take the event with it when it never comes', async () => {
    theirs.conferences = { outcome: 'failure', pendingReads: 0 };
    expect(await calendar.createEvent(ID, MEETING, 'request-1')).toMatchObject({ id: ID, meet: null });
    google.fail('patch', { status: 403, reason: 'forbidden' }, 9);
    expect(await calendar.createEvent(`${ID}0`, MEETING, 'request-2')).toMatchObject({ meet: null });
    expect(theirs.events()).toHaveLength(2);
  });
});

describe('changes', () => {
  it('are all of them at first, then what came since', async () => {
    theirs.add({ id: 'first' });
    theirs.pageSize = 1;
    theirs.add({ id: 'second' });
    const all = await calendar.findChanges(null);
    expect([...all.changedIds].sort()).toEqual(['first', 'second']);
    expect((await calendar.findChanges(all.token)).changedIds).toEqual([]);
    theirs.cancel('first');
    const { changedIds, token } = await calendar.findChanges(all.token);
    expect(changedIds).toEqual(['first']);
    expect((await calendar.findChanges(token)).changedIds).toEqual([]);
  });

  it.each(['forgotten', 'unknown'])('begin anew with a token that is %s', async (kind) => {
    theirs.add({ id: 'first' });
    const { token } = await calendar.findChanges(null);
    if (kind === 'forgotten') theirs.forgetSyncTokens();
    const { changedIds } = await calendar.findChanges(kind === 'unknown' ? 'no token of theirs' : token);
    expect(changedIds).toEqual(['first']);
  });
});

describe('trouble', () => {
  it.each<Fault>([
    { status: 403, reason: 'rateLimitExceeded' },
    { status: 403, reason: 'userRateLimitExceeded' },
    { status: 403, reason: 'quotaExceeded' },
    { status: 429, reason: 'rateLimitExceeded', retryAfter: '0' },
    { status: 503 },
    'cut',
    'lost',
    'silence',
  ])('that passes is waited out: %j', async (fault) => {
    google.fail('list', fault, 2);
    expect(await calendar.listEvents(MARCH)).toMatchObject({ events: [] });
    expect(actions()).toEqual(['list', 'list', 'list']);
  });

  it.each([403, 404])('says nothing of what is there: %i', async (status) => {
    google.fail('list', { status, reason: 'forbidden' });
    await expect(calendar.listEvents(MARCH)).rejects.toThrow(CalendarUnavailable);
  });

  it('is answered in time', async () => {
    google.fail('list', 'silence', 9);
    const before = Date.now();
    await expect(calendar.listEvents(MARCH)).rejects.toThrow(CalendarUnavailable);
    expect(Date.now() - before).toBeLessThan(PACE.totalMs + 500);
  });

  it('is not waited for when Google asks for more time than there is', async () => {
    google.fail('get', { status: 429, reason: 'rateLimitExceeded', retryAfter: '3600' });
    const before = Date.now();
    await expect(calendar.readEvent(ID)).rejects.toThrow(CalendarUnavailable);
    expect(Date.now() - before).toBeLessThan(1_000);
    expect(actions()).toEqual(['get']);
  });

  it('waits as long as Google asks', async () => {
    google.fail('get', { status: 503, retryAfter: '1' });
    const before = Date.now();
    await expect(calendar.readEvent(ID)).rejects.toThrow(EventGone);
    expect(Date.now() - before).toBeGreaterThanOrEqual(990);
  });

  it.each(['accessNotConfigured', 'dailyLimitExceeded'])(
    'of the operator (%s) is not tried again',
    async (reason) => {
      google.fail('list', { status: 403, reason });
      await expect(calendar.listEvents(MARCH)).rejects.toThrow(CalendarUnavailable);
      expect(actions()).toEqual(['list']);
    },
  );

  it('with the scope ends the access', async () => {
    google.fail('list', { status: 403, reason: 'insufficientPermissions' });
    await expect(calendar.listEvents(MARCH)).rejects.toThrow(CalendarRefused);
  });

  it('says nothing of tokens and addresses', async () => {
    google.fail('insert', { status: 400, reason: 'invalid' });
    const error: unknown = await calendar.createEvent(ID, MEETING).catch((thrown) => thrown);
    expect(error).toMatchObject({ message: 'Google answered 400 invalid' });
    expect(Object.keys(error as Error)).toEqual([]);
    expect((error as Error).cause).toBeUndefined();
  });

  it('of an answer without sense counts as none', async () => {
    google.fail('get', 'garbage');
    await expect(calendar.readEvent(ID)).rejects.toThrow(CalendarUnavailable);
  });

  it('never reaches another account', async () => {
    google.calendarOf('other@example.com').add({ id: 'theirs' });
    await expect(calendar.readEvent('theirs')).rejects.toThrow(EventGone);
  });
});
