import '@/tests/support/data-folder';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { settings } from '@/app/config/env.server';
import { meetingSubject } from '@/app/domain/jobs';
import { EARLY_START_MS, EXTENSION_MS, MAX_WAITING_MEETINGS } from '@/app/domain/meeting/limits';
import { meetingBot } from '@/app/integrations/meeting-bot/index.server';
import { acceptMeetingTerms } from '@/app/services/meeting/accept-terms.server';
import { cancelMeeting } from '@/app/services/meeting/cancel-meeting.server';
import { createMeeting, type MeetingRequest } from '@/app/services/meeting/create-meeting.server';
import { editMeeting } from '@/app/services/meeting/edit-meeting.server';
import { extendVisit } from '@/app/services/meeting/extend-visit.server';
import { listMeetings, listUnfinishedMeetings } from '@/app/services/meeting/list-meetings.server';
import { readMeetingSettings, saveMeetingSettings } from '@/app/services/meeting/meeting-settings.server';
import { readMeeting } from '@/app/services/meeting/read-meeting.server';
import { hasAcceptedMeetingTerms } from '@/app/services/meeting/read-terms.server';
import { occupiedRoomOf } from '@/app/services/meeting/schedule-assistant.server';
import { sendAgain } from '@/app/services/meeting/send-again.server';
import { sendNow } from '@/app/services/meeting/send-now.server';
import { stopMeeting } from '@/app/services/meeting/stop-meeting.server';
import { Job } from '@/models/job.server';
import { Meeting } from '@/models/meeting.server';
import { User } from '@/models/user.server';
import { WalletAccount } from '@/models/wallet-account.server';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';

const HOUR_MS = 3_600_000;
const ROOM = 'abc-defg-hij';

describeOnBothDatabases('meetings', () => {
  let userId: number;

  beforeEach(async () => {
    vi.spyOn(meetingBot, 'obstacle').mockResolvedValue(null);
    await resetDatabase();
    userId = await makeUser({ name: 'Ana Souza' });
    await User.update({ timeZone: 'UTC' }, { where: {} });
  });

  afterEach(() => vi.restoreAllMocks());

  const create = (values: Partial<MeetingRequest> = {}) =>
    createMeeting({
      userId,
      submissionId: randomUUID(),
      title: 'Pauta',
      room: ROOM,
      at: null,
      language: 'pt',
      acceptsTerms: true,
      ...values,
    });
  /** Of one moment, since the minute may end during a test. */
  const startedMs = Date.now();
  /** Date and time so many minutes from the start of this file, in UTC. */
  const inMinutes = (minutes: number) => {
    const iso = new Date(startedMs + minutes * 60_000).toISOString();
    return { date: iso.slice(0, 10), time: iso.slice(11, 16) };
  };
  const rowOf = (publicId: string) => Meeting.findOne({ where: { publicId }, rejectOnEmpty: true });
  const formOf = (publicId: string) => ({ userId, publicId, submissionId: randomUUID() });
  const jobsOf = ({ id }: Meeting) =>
    Job.findAll({ where: { name: 'attend-meeting', subject: meetingSubject(id) } });
  const started = { status: 'running', phase: 'recording', recordingSince: new Date() } as const;

  describe('a new one', () => {
    it('sends the assistant at once, and keeps the room', async () => {
      const meeting = await rowOf(await create({ botName: 'Ata', maxWaitSeconds: 30 }));
      expect(meeting).toMatchObject({ type: 'instant', status: 'waiting', phase: null, room: ROOM });
      expect(meeting).toMatchObject({ botName: 'Ata', maxWaitSeconds: 30, language: 'pt' });
      expect(meeting.occupiedRoom).toBe(occupiedRoomOf(userId, ROOM));
      const [job, ...others] = await jobsOf(meeting);
      expect(others).toEqual([]);
      expect(Math.abs(job!.runAt.getTime() - Date.now())).toBeLessThan(10_000);
    });

    it('sends it two minutes before a time, which is in the time zone of the account', async () => {
      await User.update({ timeZone: 'Asia/Kolkata' }, { where: {} });
      const day = new Date(Date.now() + 48 * HOUR_MS).toISOString().slice(0, 10);
      const meeting = await rowOf(await create({ at: { date: day, time: '14:30' } }));
      expect(meeting.startsAt.toISOString()).toBe(`${day}T09:00:00.000Z`);
      expect(meeting).toMatchObject({ type: 'scheduled', occupiedRoom: null, botName: null });
      const [job] = await jobsOf(meeting);
      expect(job!.runAt.getTime()).toBe(meeting.startsAt.getTime() - EARLY_START_MS);
    });

    it('refuses the past', async () => {
      await expect(create({ at: inMinutes(-2) })).rejects.toThrow('meeting.past');
      expect(await Meeting.count()).toBe(0);
    });

    it('is one for a form that is sent twice', async () => {
      const submissionId = randomUUID();
      const [one, other] = [await create({ submissionId }), await create({ submissionId })];
      expect(one).toBe(other);
      expect(await Meeting.count()).toBe(1);
    });

    it('needs a browser', async () => {
      vi.spyOn(meetingBot, 'obstacle').mockResolvedValue('no-browser');
      await expect(create()).rejects.toThrow('meeting.no-browser');
    });

    it('needs minutes', async () => {
      await WalletAccount.update({ balanceMs: 0 }, { where: { userId } });
      await expect(create()).rejects.toMatchObject({ code: 'meeting.no-minutes', status: 402 });
    });

    it('needs the terms, once', async () => {
      await expect(create({ acceptsTerms: false })).rejects.toThrow('meeting.terms-required');
      expect(await Meeting.count()).toBe(0);
      expect(await hasAcceptedMeetingTerms(userId)).toBe(false);
      await create();
      expect(await hasAcceptedMeetingTerms(userId)).toBe(true);
      await create({ room: 'xyz', acceptsTerms: false });
    });

    it('has its terms accepted before, and the first time counts', async () => {
      await acceptMeetingTerms({ userId, submissionId: randomUUID() });
      const { meetingTermsAcceptedAt } = await User.findByPk(userId, { rejectOnEmpty: true });
      await acceptMeetingTerms({ userId, submissionId: randomUUID() });
      const again = await User.findByPk(userId, { rejectOnEmpty: true });
      expect(again.meetingTermsAcceptedAt).toEqual(meetingTermsAcceptedAt);
      await create({ acceptsTerms: false });
    });

    it('is not one too many', async () => {
      const first = await rowOf(await create());
      const { id: _, createdAt: _at, updatedAt: _then, ...kept } = first.get();
      const copies = Array.from({ length: MAX_WAITING_MEETINGS - 1 }, (_none, index) => ({
        ...kept,
        publicId: `m${index}`,
        room: `r-${index}`,
        occupiedRoom: null,
      }));
      await Meeting.bulkCreate(copies);
      await expect(create({ room: 'xyz' })).rejects.toThrow('meeting.too-many');
    });
  });

  describe('one assistant in a room', () => {
    it('of twenty at once, one is made', async () => {
      await acceptMeetingTerms({ userId, submissionId: randomUUID() });
      const tries = await Promise.allSettled(Array.from({ length: 20 }, () => create()));
      const refused = tries.flatMap((each) => (each.status === 'rejected' ? [String(each.reason.code)] : []));
      expect(refused).toEqual(Array.from({ length: 19 }, () => 'meeting.assistant-there'));
      expect(await Meeting.count()).toBe(1);
      expect(await Job.count({ where: { name: 'attend-meeting' } })).toBe(1);
    });

    it('of twenty at one time, one is made', async () => {
      await acceptMeetingTerms({ userId, submissionId: randomUUID() });
      const at = inMinutes(90);
      const tries = await Promise.allSettled(Array.from({ length: 20 }, () => create({ at })));
      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await Meeting.count()).toBe(1);
    });

    it.each([
      [29, 'meeting.assistant-there'],
      [-29, 'meeting.assistant-there'],
      [30, null],
      [-30, null],
    ])('a scheduled one %i minutes apart: %s', async (minutes, error) => {
      await create({ at: inMinutes(120) });
      const other = create({ at: inMinutes(120 + minutes) });
      await (error ? expect(other).rejects.toThrow(error) : other);
    });

    it('is not disturbed by a scheduled one before its time, but by one that soon starts', async () => {
      await create();
      await create({ at: inMinutes(60) });
      await expect(create({ at: inMinutes(20) })).rejects.toThrow('meeting.assistant-there');
    });

    it('is that which is recording, whatever its type', async () => {
      const publicId = await create({ at: inMinutes(120) });
      await create({ room: 'xyz' });
      await (await rowOf(publicId)).update(started);
      await expect(create()).rejects.toMatchObject({ code: 'meeting.assistant-there', status: 409 });
    });

    it('is that which a scheduled one has sent to the waiting room', async () => {
      await (await rowOf(await create({ at: inMinutes(120) }))).update({ phase: 'lobby' });
      await expect(create()).rejects.toThrow('meeting.assistant-there');
    });

    it('is guarded by the key, too', async () => {
      const scheduled = await rowOf(await create({ at: inMinutes(120) }));
      await scheduled.update({ occupiedRoom: occupiedRoomOf(userId, ROOM) });
      await expect(create()).rejects.toThrow('meeting.assistant-there');
    });

    it('is none of the business of another account, nor is a finished one', async () => {
      await (await rowOf(await create())).update({ status: 'failed', occupiedRoom: null });
      await create();
      await create({ userId: await makeUser() });
    });
  });

  describe('one that is scheduled', () => {
    const edit = async (publicId: string, values: object = {}) =>
      editMeeting({
        ...formOf(publicId),
        title: 'Outra',
        room: 'xyz',
        at: inMinutes(300),
        language: 'en',
        changedAtMs: (await rowOf(publicId)).updatedAt.getTime(),
        ...values,
      });

    it('is changed, and its assistant comes at the new time alone', async () => {
      const publicId = await create({ at: inMinutes(120), botName: 'Ata' });
      await edit(publicId);
      const meeting = await rowOf(publicId);
      expect(meeting).toMatchObject({ title: 'Outra', room: 'xyz', language: 'en', botName: null });
      const jobs = await jobsOf(meeting);
      expect(jobs.map(({ runAt }) => runAt.getTime())).toEqual([meeting.startsAt.getTime() - EARLY_START_MS]);
    });

    it('does not conflict with itself, but with others', async () => {
      const publicId = await create({ at: inMinutes(120) });
      await create({ at: inMinutes(240) });
      await edit(publicId, { room: ROOM, at: inMinutes(125) });
      await expect(edit(publicId, { room: ROOM, at: inMinutes(235) })).rejects.toThrow('assistant-there');
      await expect(edit(publicId, { at: inMinutes(-5) })).rejects.toThrow('meeting.past');
    });

    it('is not changed from a page that shows an earlier state, nor once its assistant has started', async () => {
      const publicId = await create({ at: inMinutes(120) });
      const changedAtMs = (await rowOf(publicId)).updatedAt.getTime() - 1;
      await expect(edit(publicId, { changedAtMs })).rejects.toThrow('meeting.changed');
      await (await rowOf(publicId)).update({ phase: 'entering' });
      await expect(edit(publicId)).rejects.toThrow('meeting.started');
      await expect(cancelMeeting(formOf(publicId))).rejects.toThrow('meeting.started');
      await expect(sendNow(formOf(publicId))).rejects.toThrow('meeting.started');
      expect(await rowOf(publicId)).toMatchObject({ title: 'Pauta', type: 'scheduled' });
    });

    it('is cancelled with its assistant', async () => {
      const meeting = await rowOf(await create({ at: inMinutes(120) }));
      await cancelMeeting(formOf(meeting.publicId));
      expect([await Meeting.count(), await jobsOf(meeting)]).toEqual([0, []]);
      await expect(cancelMeeting(formOf(meeting.publicId))).rejects.toThrow('meeting.not-found');
    });

    it('is sent now', async () => {
      const publicId = await create({ at: inMinutes(120) });
      await sendNow(formOf(publicId));
      const meeting = await rowOf(publicId);
      expect(meeting).toMatchObject({ type: 'instant', occupiedRoom: occupiedRoomOf(userId, ROOM) });
      const [job, ...others] = await jobsOf(meeting);
      expect(others).toEqual([]);
      expect(job!.runAt.getTime()).toBeLessThanOrEqual(Date.now());
      await expect(sendNow(formOf(publicId))).rejects.toThrow('meeting.started');
    });

    it('is not sent now to a room with an assistant, nor without minutes', async () => {
      const publicId = await create({ at: inMinutes(120) });
      const other = await rowOf(await create());
      await expect(sendNow(formOf(publicId))).rejects.toThrow('meeting.assistant-there');
      await other.destroy();
      await WalletAccount.update({ balanceMs: 0 }, { where: { userId } });
      await expect(sendNow(formOf(publicId))).rejects.toThrow('meeting.no-minutes');
      expect((await rowOf(publicId)).type).toBe('scheduled');
    });
  });

  describe('one that is under way', () => {
    it('is told to stop, once', async () => {
      const publicId = await create();
      await (await rowOf(publicId)).update(started);
      expect(await stopMeeting(formOf(publicId))).toBe('leaving');
      const { stopRequestedAt } = await rowOf(publicId);
      expect(await stopMeeting(formOf(publicId))).toBe('leaving');
      expect(stopRequestedAt).toBeInstanceOf(Date);
      expect((await rowOf(publicId)).stopRequestedAt).toEqual(stopRequestedAt);
      expect(await readMeeting(userId, publicId)).toMatchObject({ isStopping: true, isExtendable: false });
    });

    it('is removed when its assistant has not started; one that is over or scheduled is not stopped', async () => {
      const publicId = await create();
      expect(await stopMeeting(formOf(publicId))).toBe('removed');
      expect(await Meeting.count()).toBe(0);
      const scheduled = await create({ at: inMinutes(120) });
      await expect(stopMeeting(formOf(scheduled))).rejects.toThrow('meeting.not-underway');
    });

    it('is extended by an hour, up to the longest recording', async () => {
      const publicId = await create();
      await expect(extendVisit(formOf(publicId))).rejects.toThrow('meeting.not-extendable');
      const leavesAt = new Date(Date.now() + HOUR_MS);
      await (await rowOf(publicId)).update({ ...started, leavesAt });
      await extendVisit(formOf(publicId));
      expect((await rowOf(publicId)).leavesAt!.getTime()).toBe(leavesAt.getTime() + EXTENSION_MS);
      const long = new Date(Date.now() + settings.maxFileMs - HOUR_MS / 2);
      await (await rowOf(publicId)).update({ leavesAt: long });
      await expect(extendVisit(formOf(publicId))).rejects.toThrow('meeting.not-extendable');
    });

    it('tells who is there, and what is left of the wait', async () => {
      const publicId = await create();
      const now = new Date();
      await (await rowOf(publicId)).update({ phase: 'lobby', waitsUntil: new Date(now.getTime() + 90_000) });
      expect(await readMeeting(userId, publicId, now)).toMatchObject({ waitSecondsLeft: 90, people: [] });
      await (await rowOf(publicId)).update({ ...started, people: '["Bia","Caio"]' });
      const read = await readMeeting(userId, publicId);
      expect(read).toMatchObject({ people: ['Bia', 'Caio'], waitSecondsLeft: null, isStopping: false });
    });
  });

  it('one that failed is sent again, as a new one', async () => {
    const publicId = await create({ title: 'Diretoria', botName: 'Ata', maxWaitSeconds: 60 });
    await expect(sendAgain(formOf(publicId))).rejects.toThrow('meeting.not-failed');
    await (await rowOf(publicId)).update({ status: 'failed', endReason: 'denied', occupiedRoom: null });
    const again = await rowOf(await sendAgain(formOf(publicId)));
    expect(again).toMatchObject({
      title: 'Diretoria',
      botName: 'Ata',
      maxWaitSeconds: 60,
      status: 'waiting',
    });
    expect(await jobsOf(again)).toHaveLength(1);
    expect(await rowOf(publicId)).toMatchObject({ status: 'failed', endReason: 'denied' });
    await expect(sendAgain(formOf(publicId))).rejects.toThrow('meeting.assistant-there');
  });

  it('somebody else’s does not exist', async () => {
    const publicId = await create({ at: inMinutes(120) });
    const form = { ...formOf(publicId), userId: await makeUser() };
    const doors = [cancelMeeting, sendNow, stopMeeting, extendVisit, sendAgain];
    for (const door of doors) await expect(door({ ...form })).rejects.toThrow('meeting.not-found');
    await expect(readMeeting(form.userId, publicId)).rejects.toThrow('meeting.not-found');
    await expect(readMeeting(userId, "x' OR 1=1")).rejects.toThrow('meeting.not-found');
    expect(await Meeting.count()).toBe(1);
  });

  describe('the lists', () => {
    it('begin with what comes next, in pages of five', async () => {
      for (const minutes of [300, 100, 500, 200, 400, 600]) {
        await create({ title: String(minutes), room: `r${minutes}`, at: inMinutes(minutes) });
      }
      const titles = async (page: number) =>
        (await listMeetings(userId, 'upcoming', page)).rows.map(({ title }) => title);
      expect([await titles(1), await titles(2), await titles(3)]).toEqual([
        ['100', '200', '300', '400', '500'],
        ['600'],
        [],
      ]);
      expect(await listMeetings(userId, 'upcoming', 1)).toMatchObject({ count: 6, pages: 2 });
      expect(await listMeetings(await makeUser(), 'upcoming', 1)).toEqual({ rows: [], count: 0, pages: 1 });
    });

    it('tell apart what is under way and what is over, the last of which is first, in pages of twelve', async () => {
      const upcoming = await create({ at: inMinutes(300) });
      const running = await create({ room: 'xyz' });
      await (await rowOf(running)).update(started);
      const { id: _, createdAt: _at, updatedAt: _then, ...kept } = (await rowOf(upcoming)).get();
      for (let number = 0; number < 13; number += 1) {
        const status = number % 2 === 0 ? 'completed' : 'failed';
        const startsAt = new Date(Date.now() - (20 - number) * HOUR_MS);
        await Meeting.create({ ...kept, publicId: `m${number}`, title: `${number}`, status, startsAt });
      }
      const ids = async (tab: 'upcoming' | 'running') =>
        (await listMeetings(userId, tab, 1)).rows.map(({ publicId }) => publicId);
      expect([await ids('upcoming'), await ids('running')]).toEqual([[upcoming], [running]]);
      const { rows, pages } = await listMeetings(userId, 'recordings', 1);
      expect([rows.length, rows[0]!.title, rows[11]!.title, pages]).toEqual([12, '12', '1', 2]);
      const next = (await listUnfinishedMeetings(userId)).map(({ publicId }) => publicId);
      expect(next).toEqual([running, upcoming]);
    });
  });

  describe('the settings', () => {
    it('begin with the name of the owner, in their language, and ten minutes', async () => {
      const defaults = { botName: 'Assistente de Ana Souza', maxWaitSeconds: 600 };
      expect(await readMeetingSettings(userId)).toEqual(defaults);
      expect((await readMeetingSettings(userId, 'en')).botName).toBe('Assistant of Ana Souza');
      await User.update({ language: 'en', name: 'A'.repeat(100) }, { where: { id: userId } });
      const { botName } = await readMeetingSettings(userId);
      expect([botName.length, botName.slice(0, 14)]).toEqual([60, 'Assistant of A']);
    });

    it('are kept, also when two save them at once', async () => {
      const save = (botName: string) =>
        saveMeetingSettings({ userId, submissionId: randomUUID(), botName, maxWaitSeconds: 30 });
      await Promise.all([save('Ata'), save('Ata')]);
      expect(await readMeetingSettings(userId, 'en')).toEqual({ botName: 'Ata', maxWaitSeconds: 30 });
      await save('Escriba');
      expect((await readMeetingSettings(userId)).botName).toBe('Escriba');
    });
  });
});
