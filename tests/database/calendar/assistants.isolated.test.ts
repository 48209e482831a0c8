import '@/tests/support/data-folder';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Choice } from '@/app/domain/calendar/assistant';
import { meetingSubject } from '@/app/domain/jobs';
import { EARLY_START_MS, MAX_WAITING_MEETINGS } from '@/app/domain/meeting/limits';
import { meetingBot } from '@/app/integrations/meeting-bot/index.server';
import { chooseAssistant } from '@/app/services/calendar/assistants/choose-assistant.server';
import { followDeletedEvent, followEvent } from '@/app/services/calendar/assistants/follow-event.server';
import { forgetAssistants } from '@/app/services/calendar/assistants/forget-assistants.server';
import {
  previewAssistants,
  readEventAssistant,
} from '@/app/services/calendar/assistants/preview-assistants.server';
import { saveSendsToAll } from '@/app/services/calendar/assistants/save-sends-to-all.server';
import { syncAllAssistants } from '@/app/services/calendar/assistants/sync-all-assistants.server';
import { syncAssistants } from '@/app/services/calendar/assistants/sync-assistants.server';
import { cancelMeeting } from '@/app/services/meeting/cancel-meeting.server';
import { CalendarLink } from '@/models/calendar-link.server';
import { inTransaction } from '@/models/database.server';
import { EventAssistant } from '@/models/event-assistant.server';
import { Job } from '@/models/job.server';
import { Meeting } from '@/models/meeting.server';
import { User } from '@/models/user.server';
import { WalletAccount } from '@/models/wallet-account.server';
import { makeMeeting } from '@/tests/factories/meeting';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';
import { LinkedCalendar } from './linked-calendar';

vi.hoisted(() => Object.assign(process.env, { AUTH_GOOGLE_ID: 'id', AUTH_GOOGLE_SECRET: 'secret' }));

vi.mock('@/app/services/calendar/with-calendar.server', async () => {
  const { withMemoryCalendar } = await import('./memory-calendars');
  return { withCalendar: withMemoryCalendar };
});

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

describeOnBothDatabases('the assistants of a calendar', () => {
  let userId: number;
  let calendar: LinkedCalendar;

  beforeEach(async () => {
    vi.spyOn(meetingBot, 'obstacle').mockResolvedValue(null);
    await resetDatabase();
    calendar = await LinkedCalendar.link();
    userId = calendar.userId;
  });

  afterEach(() => vi.restoreAllMocks());

  const meetings = (of = userId) => Meeting.findAll({ where: { userId: of }, order: ['startsAt', 'id'] });
  const titles = async () => (await meetings()).map(({ title }) => title);
  const onlyMeeting = async () => {
    const [meeting, ...others] = await meetings();
    expect(others).toEqual([]);
    return meeting!;
  };
  const jobsOf = ({ id }: Meeting) =>
    Job.findAll({ where: { name: 'attend-meeting', subject: meetingSubject(id), status: 'waiting' } });
  const link = () => CalendarLink.findOne({ where: { userId }, rejectOnEmpty: true });
  const sync = () => syncAssistants(userId);
  const choose = (eventId: string, choice: Choice | null, acceptsTerms = false) =>
    chooseAssistant({ userId, submissionId: randomUUID(), eventId, choice, acceptsTerms });
  const start = (meeting: Meeting) => meeting.update({ status: 'running', phase: 'recording' });
  const end = (meeting: Meeting) =>
    meeting.update({ status: 'completed', phase: null, endedAt: new Date(), endReason: 'ended' });

  describe('go to accepted events', () => {
    it('with the title, the guests and the language of the account, at their time', async () => {
      await User.update({ language: 'en' }, { where: { id: userId } });
      const startMs = Date.now() + 3 * HOUR_MS;
      const guests = [{ email: 'bia@example.com', name: 'Bia Lopes' }];
      await calendar.put({ title: ' Pauta\nda semana', startMs, room: 'abc-defg-hij', guests });
      await sync();
      const meeting = await onlyMeeting();
      expect(meeting).toMatchObject({ title: 'Pauta da semana', room: 'abc-defg-hij', language: 'en' });
      expect(meeting).toMatchObject({ type: 'scheduled', status: 'waiting', botName: null });
      expect(Math.floor(meeting.startsAt.getTime() / 1000)).toBe(Math.floor(startMs / 1000));
      expect(JSON.parse(meeting.guests!)).toEqual(guests);
      const [job, ...others] = await jobsOf(meeting);
      expect(others).toEqual([]);
      expect(job!.runAt.getTime()).toBe(meeting.startsAt.getTime() - EARLY_START_MS);
    });

    it('once, however often the calendar is looked at', async () => {
      await calendar.put({});
      for (let count = 0; count < 3; count += 1) await sync();
      await Promise.all([sync(), sync(), sync()]);
      await CalendarLink.update({ syncedAt: null }, { where: { userId } });
      await sync();
      await onlyMeeting();
    });

    it('called after the event, or untitled', async () => {
      await calendar.put({ title: '' });
      await sync();
      expect(await titles()).toEqual(['Sem título']);
    });

    it('without asking again while nothing changes', async () => {
      await calendar.put({});
      await sync();
      const before = calendar.lists;
      await sync();
      await sync();
      expect(calendar.lists).toBe(before);
      await CalendarLink.update({ syncedAt: new Date(Date.now() - HOUR_MS) }, { where: { userId } });
      await sync();
      expect(calendar.lists).toBe(before + 1);
    });
  });

  describe('follow the calendar', () => {
    it('to another time, place and title', async () => {
      const id = await calendar.put({ title: 'Pauta' });
      await sync();
      const before = await onlyMeeting();
      await before.update({ botName: 'Escriba' });
      const startMs = Date.now() + 5 * HOUR_MS;
      await calendar.put({ id, title: 'Ata', room: 'xyz-abcd-efg', startMs });
      await sync();
      const meeting = await onlyMeeting();
      expect(meeting).toMatchObject({
        id: before.id,
        title: 'Ata',
        room: 'xyz-abcd-efg',
        botName: 'Escriba',
      });
      expect(Math.abs(meeting.startsAt.getTime() - startMs)).toBeLessThan(1000);
      const [job, ...others] = await jobsOf(meeting);
      expect(others).toEqual([]);
      expect(job!.runAt.getTime()).toBe(meeting.startsAt.getTime() - EARLY_START_MS);
    });

    it('away from what was declined, cancelled, or lost its Meet', async () => {
      const ids = await Promise.all(
        [1, 2, 3].map((hour) => calendar.put({ startMs: Date.now() + hour * HOUR_MS })),
      );
      await sync();
      expect(await meetings()).toHaveLength(3);
      await calendar.put({ id: ids[0]!, answer: 'declined' });
      await calendar.remove(ids[1]!);
      await calendar.put({ id: ids[2]!, room: null });
      await sync();
      expect(await meetings()).toEqual([]);
      expect(await EventAssistant.count()).toBe(0);
      expect(await Job.count({ where: { name: 'attend-meeting' } })).toBe(0);
    });

    it('even where two events change places in one room', async () => {
      const [one, other] = [Date.now() + HOUR_MS, Date.now() + 3 * HOUR_MS];
      const first = await calendar.put({ title: 'um', startMs: one });
      const second = await calendar.put({ title: 'dois', startMs: other });
      await sync();
      await calendar.put({ id: first, title: 'um', startMs: other });
      await calendar.put({ id: second, title: 'dois', startMs: one });
      await sync();
      await sync();
      expect(await titles()).toEqual(['dois', 'um']);
    });

    it('but not once a meeting has begun', async () => {
      const id = await calendar.put({});
      await sync();
      const meeting = await onlyMeeting();
      await start(meeting);
      await calendar.remove(id);
      await sync();
      expect(await onlyMeeting()).toMatchObject({ status: 'running' });
    });

    it('to another meeting when an event is moved after its own has ended', async () => {
      const id = await calendar.put({ startMs: Date.now() - 10 * MINUTE_MS });
      await sync();
      const first = await onlyMeeting();
      await end(first);
      await sync();
      await onlyMeeting();
      await calendar.put({ id, startMs: Date.now() + HOUR_MS });
      await sync();
      expect((await meetings()).map(({ status }) => status).sort()).toEqual(['completed', 'waiting']);
    });

    it('and nobody’s room twice', async () => {
      const startMs = Date.now() + HOUR_MS;
      await calendar.put({ startMs, title: 'um' });
      await calendar.put({ startMs, title: 'outro' });
      await makeMeeting(userId, { room: 'by-hand', title: 'minha', startsAt: new Date(startMs + MINUTE_MS) });
      await calendar.put({ startMs, title: 'também minha', room: 'by-hand' });
      await sync();
      expect(await meetings()).toHaveLength(2);
      expect(await titles()).toContain('minha');
    });
  });

  describe('by the word of the user', () => {
    it('go to one event', async () => {
      await CalendarLink.update({ sendsToAll: false }, { where: { userId } });
      const id = await calendar.put({ answer: 'needsAction' });
      expect(await choose(id, 'send')).toEqual({ outcome: 'planned', refusal: null });
      await sync();
      await onlyMeeting();
      expect(await choose(id, null)).toMatchObject({ outcome: 'off' });
      expect(await meetings()).toEqual([]);
    });

    it('do not go to one event', async () => {
      const id = await calendar.put({});
      await sync();
      expect(await choose(id, 'skip')).toEqual({ outcome: 'skipped', refusal: null });
      await sync();
      expect(await meetings()).toEqual([]);
      await choose(id, null);
      await onlyMeeting();
    });

    it('are not sent again once they were cancelled by hand', async () => {
      const id = await calendar.put({});
      await sync();
      const { publicId } = await onlyMeeting();
      await cancelMeeting({ userId, publicId, submissionId: randomUUID() });
      const view = await readEventAssistant(userId, await calendar.readEvent(id));
      expect(view).toMatchObject({ choice: 'skip', outcome: 'skipped', meetingId: null });
      await calendar.put({ id, title: 'outro' });
      await sync();
      expect(await meetings()).toEqual([]);
      expect(await EventAssistant.findOne()).toMatchObject({ choice: 'skip', sent: null });
      await choose(id, 'send');
      await onlyMeeting();
    });

    it('go to all events of a series, or to none, but for those with a word of their own', async () => {
      await CalendarLink.update({ sendsToAll: false }, { where: { userId } });
      const ids: string[] = [];
      for (const day of [1, 2, 3]) {
        const startMs = Date.now() + day * 24 * 3_600_000;
        ids.push(await calendar.put({ startMs, seriesId: 'serie' }));
      }
      const ofSeries = (eventId: string, choice: Choice | null) =>
        chooseAssistant({
          ...{ userId, submissionId: randomUUID(), eventId, choice, isForSeries: true },
          acceptsTerms: false,
        });
      expect(await ofSeries(ids[1]!, 'send')).toMatchObject({ outcome: 'planned' });
      expect(await meetings()).toHaveLength(3);
      await choose(ids[0]!, 'skip');
      expect(await meetings()).toHaveLength(2);
      await sync();
      expect(await meetings()).toHaveLength(2);
      expect((await readEventAssistant(userId, await calendar.readEvent(ids[2]!)))!.series).toEqual({
        choice: 'send',
      });
      await choose(ids[2]!, 'send');
      await ofSeries(ids[0]!, 'skip');
      expect(await meetings()).toHaveLength(1);
      await ofSeries(ids[2]!, null);
      expect(await meetings()).toEqual([]);
      expect(await EventAssistant.count()).toBe(0);
    });

    it('are chosen once for a form that is sent twice', async () => {
      const id = await calendar.put({});
      const chosen = { userId, eventId: id, choice: 'send', acceptsTerms: false } as const;
      const submissionId = randomUUID();
      await chooseAssistant({ ...chosen, submissionId });
      await choose(id, 'skip');
      await chooseAssistant({ ...chosen, submissionId });
      expect(await meetings()).toEqual([]);
    });

    it('go nowhere without an event', async () => {
      await expect(choose('nothing', 'send')).rejects.toMatchObject({ code: 'calendar.event-gone' });
    });
  });

  describe('need', () => {
    it('the terms', async () => {
      await User.update({ meetingTermsAcceptedAt: null }, { where: { id: userId } });
      await CalendarLink.update({ sendsToAll: false }, { where: { userId } });
      const id = await calendar.put({});
      const save = (acceptsTerms: boolean) =>
        saveSendsToAll({ userId, submissionId: randomUUID(), sendsToAll: true, acceptsTerms });
      await expect(choose(id, 'send')).rejects.toMatchObject({ code: 'meeting.terms-required' });
      await expect(save(false)).rejects.toMatchObject({ code: 'meeting.terms-required' });
      expect(await link()).toMatchObject({ sendsToAll: false });
      await save(true);
      await onlyMeeting();
    });

    it('minutes, and go as soon as there are some', async () => {
      const accounts = await WalletAccount.findAll({ where: { userId } });
      await WalletAccount.update({ balanceMs: 0 }, { where: { userId } });
      const id = await calendar.put({});
      await sync();
      expect(await meetings()).toEqual([]);
      const events = await previewAssistants(userId);
      expect(events).toMatchObject([{ eventId: id, outcome: 'planned', refusal: 'meeting.no-minutes' }]);
      for (const account of accounts) await account.update({ balanceMs: HOUR_MS }, { silent: true });
      await WalletAccount.update({ balanceMs: HOUR_MS }, { where: { userId, kind: 'trial' } });
      await sync();
      await onlyMeeting();
    });

    it('room among those that wait', async () => {
      const waiting = Array.from({ length: MAX_WAITING_MEETINGS - 1 }, (_, index) =>
        makeMeeting(userId, { room: `room-${index}` }),
      );
      await Promise.all(waiting);
      const startMs = Date.now() + 5 * HOUR_MS;
      await calendar.put({ startMs, title: 'cabe' });
      await calendar.put({ startMs: startMs + 2 * HOUR_MS, title: 'não cabe' });
      await sync();
      expect(await titles()).toEqual(expect.arrayContaining(['cabe']));
      const events = await previewAssistants(userId);
      expect(events.map(({ outcome, refusal }) => [outcome, refusal])).toEqual([
        ['sent', null],
        ['planned', 'meeting.too-many'],
      ]);
      expect((await link()).syncedAt).toBeNull();
    });

    it('a subscription', async () => {
      await calendar.put({});
      await sync();
      await User.update({ consumptionRule: 'TRIAL' }, { where: { id: userId } });
      await sync();
      expect(await meetings()).toEqual([]);
    });
  });

  describe('after a change of one’s own', () => {
    it('follow at once', async () => {
      const id = await calendar.put({});
      await followEvent(userId, await calendar.readEvent(id));
      const { id: meetingId } = await onlyMeeting();
      await calendar.put({ id, title: 'outro' });
      await followEvent(userId, await calendar.readEvent(id));
      expect(await onlyMeeting()).toMatchObject({ id: meetingId, title: 'outro' });
      await followDeletedEvent(userId, id);
      expect(await meetings()).toEqual([]);
    });

    it('leave the others alone', async () => {
      await calendar.put({});
      await sync();
      const other = await calendar.put({ startMs: Date.now() + 6 * HOUR_MS });
      await followEvent(userId, await calendar.readEvent(other));
      expect(await meetings()).toHaveLength(2);
      await followDeletedEvent(userId, other);
      await onlyMeeting();
    });

    it('count before a synchronization that has seen less', async () => {
      const id = await calendar.put({});
      await sync();
      await calendar.put({ id, title: 'antes' });
      calendar.afterList = async () => {
        await calendar.put({ id, answer: 'declined' });
        await followEvent(userId, await calendar.readEvent(id));
      };
      await sync();
      expect(await meetings()).toEqual([]);
      await sync();
      expect(await meetings()).toEqual([]);
    });
  });

  it('are forgotten with the calendar, but for those in a meeting', async () => {
    await calendar.put({ title: 'esperando' });
    await calendar.put({ title: 'em andamento', startMs: Date.now() });
    await sync();
    await makeMeeting(userId, { title: 'minha', room: 'by-hand' });
    await start((await meetings()).find(({ title }) => title === 'em andamento')!);
    await inTransaction((transaction) => forgetAssistants(userId, transaction));
    expect((await titles()).sort()).toEqual(['em andamento', 'minha']);
    expect(await EventAssistant.count()).toBe(0);
  });

  it('are shown for an event', async () => {
    const id = await calendar.put({ answer: 'declined' });
    const view = await readEventAssistant(userId, await calendar.readEvent(id));
    expect(view).toMatchObject({ eventId: id, choice: null, outcome: 'declined', refusal: null });
  });

  describe('of all accounts', () => {
    it('are arranged, whatever becomes of one', async () => {
      const other = await LinkedCalendar.link();
      await calendar.put({});
      await other.put({});
      calendar.isDown = true;
      await syncAllAssistants();
      expect(await meetings()).toEqual([]);
      expect(await meetings(other.userId)).toHaveLength(1);
    });

    it('once by two runs at the same time', async () => {
      await calendar.put({});
      const before = calendar.lists;
      await Promise.all([syncAllAssistants(), syncAllAssistants()]);
      await syncAllAssistants();
      expect(calendar.lists).toBe(before + 1);
      await onlyMeeting();
    });
  });
});
