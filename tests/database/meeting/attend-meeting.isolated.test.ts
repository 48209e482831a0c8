import '@/tests/support/data-folder';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { settings } from '@/app/config/env.server';
import { MAX_DELAY_MS, MAX_VISIT_MS } from '@/app/domain/meeting/limits';
import type { VisitEnd } from '@/app/integrations/meeting-bot/port';
import { checkLedger } from '@/app/services/billing/wallet/check-ledger.server';
import { readBalance } from '@/app/services/billing/wallet/read-balance.server';
import { attendMeeting } from '@/app/services/meeting/attend-meeting.server';
import { meetingsFolder } from '@/app/services/meeting/meeting-pieces.server';
import { sendMeetingFailureEmail } from '@/app/services/meeting/send-failure-email.server';
import { NotYet } from '@/app/services/platform/jobs/job';
import { handlers } from '@/jobs/handlers';
import { Job } from '@/models/job.server';
import { Meeting } from '@/models/meeting.server';
import { Transcription } from '@/models/transcription.server';
import { User } from '@/models/user.server';
import { WalletAccount } from '@/models/wallet-account.server';
import { claimAttempt } from '@/tests/factories/attempt';
import { attend, claimMeeting, records, SECOND, speech } from '@/tests/factories/attendance';
import { current } from '@/tests/factories/current-bot';
import { sendToMeeting } from '@/tests/factories/meeting';
import { record, ScriptedBot, untilCalledBack } from '@/tests/factories/scripted-bot';
import { makeUser } from '@/tests/factories/user';
import { silentWav } from '@/tests/factories/wav';
import { newestMail } from '@/tests/support/celeste';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';
import { OFTEN } from '@/tests/support/until';

vi.mock('@/app/integrations/meeting-bot/index.server', () => import('@/tests/factories/current-bot'));

describeOnBothDatabases('attending a meeting', () => {
  let userId: number;
  let bot: ScriptedBot;

  beforeEach(async () => {
    bot = new ScriptedBot();
    current.bot = bot;
    await resetDatabase();
    userId = await makeUser();
  });

  const transcriptions = () => Transcription.findAll({ order: ['id'] });
  const reservedMs = async () =>
    (await WalletAccount.findOne({ where: { userId, kind: 'reserved' } }))?.balanceMs ?? 0;

  /** Records so many seconds of speech and ends so. */
  const endsAs = (reason: VisitEnd['reason']) => bot.scripts.push(async () => ({ reason }));
  it('makes a transcription of what was recorded, with its minutes held', async () => {
    const before = await readBalance(userId);
    records(3);
    const meeting = await sendToMeeting(userId);
    await attend();
    const [transcription] = await transcriptions();
    expect(transcription).toMatchObject({ title: 'Reunião de pauta', status: 'pending', durationMs: 3_000 });
    expect(await readBalance(userId)).toBe(before - 3_000);
    await meeting.reload();
    expect(meeting).toMatchObject({
      ...{ status: 'completed', endReason: 'ended', transcriptionId: transcription!.id },
      ...{ phase: null, occupiedRoom: null, recordingSince: expect.any(Date), endedAt: expect.any(Date) },
    });
    expect(meeting.leavesAt!.getTime()).toBe(meeting.recordingSince!.getTime() + MAX_VISIT_MS);
    expect(existsSync(path.join(meetingsFolder(), meeting.publicId))).toBe(false);
    expect(await Transcription.count()).toBe(1);
    expect(await checkLedger()).toEqual([]);
  });

  it('presents itself by its owner, and shows where it stands', async () => {
    const seen: Partial<Meeting>[] = [];
    const meeting = await sendToMeeting(userId, { botName: 'Escriba', maxWaitSeconds: 30 });
    const look = async () => {
      await meeting.reload();
      const { status, phase, people, waitsUntil } = meeting;
      seen.push({ status, phase, people, waitsUntil });
    };
    const lastsUntil = new Date('2026-01-01T12:00:00Z');
    bot.scripts.push(async ({ onState, folder }) => {
      onState({ phase: 'entering' });
      await expect.poll(async () => (await meeting.reload()).phase, OFTEN).toBe('entering');
      await look();
      onState({ phase: 'lobby', lastsUntil });
      await expect.poll(async () => (await meeting.reload()).phase, OFTEN).toBe('lobby');
      await look();
      onState({ phase: 'recording', since: new Date(), people: ['Ana', 'Rui'] });
      await expect.poll(async () => (await meeting.reload()).leavesAt, OFTEN).not.toBeNull();
      await look();
      await record(folder, { audio: speech(0, 2) });
      return { reason: 'ended' };
    });
    await attend();
    expect(bot.visits[0]).toMatchObject({
      ...{ room: meeting.room, botName: 'Escriba', maxWaitMs: 30_000 },
      announcement: 'Escriba está gravando esta reunião para Ana Souza, para transcrevê-la.',
    });
    expect(seen).toMatchObject([
      { status: 'waiting', phase: 'entering' },
      { status: 'waiting', phase: 'lobby', waitsUntil: lastsUntil },
      { status: 'running', phase: 'recording', people: '["Ana","Rui"]' },
    ]);
  });

  it.each(['denied', 'lobby-timeout', 'blocked', 'sign-in-required', 'unreachable', 'nobody-came'] as const)(
    'fails with its reason: %s',
    async (reason) => {
      endsAs(reason);
      const meeting = await sendToMeeting(userId);
      await attend();
      await meeting.reload();
      expect(meeting).toMatchObject({ status: 'failed', endReason: reason, occupiedRoom: null });
      expect([await Transcription.count(), await reservedMs()]).toEqual([0, 0]);
    },
  );

  it('tells its owner by e-mail why it failed, unless they stopped it or want none', async () => {
    const email = `${randomUUID()}@example.com`;
    userId = await makeUser({ email });
    endsAs('denied');
    await sendToMeeting(userId, { title: 'Pauta' });
    await attend();
    await sendMeetingFailureEmail(await claimAttempt('meeting-notice'));
    const mail = await newestMail(path.join(settings.dataDir, 'mail'), email);
    expect(mail.subject).toBe('O assistente não gravou: Pauta');
    expect(mail.text).toContain('A entrada do assistente foi recusada.');
    await Job.destroy({ where: { name: 'meeting-notice' } });
    endsAs('stopped');
    await sendToMeeting(userId);
    await attend();
    expect(await Job.count({ where: { name: 'meeting-notice' } })).toBe(0);
    await User.update({ wantsNotices: false }, { where: { id: userId } });
    const before = (await readdir(path.join(settings.dataDir, 'mail'))).length;
    endsAs('denied');
    await sendToMeeting(userId);
    await attend();
    await sendMeetingFailureEmail(await claimAttempt('meeting-notice'));
    expect((await readdir(path.join(settings.dataDir, 'mail'))).length).toBe(before);
  });

  it.each([
    ['late', { startsAt: new Date(Date.now() - MAX_DELAY_MS - SECOND) }, 'too-late'],
    ['stopped before', { stopRequestedAt: new Date() }, 'stopped'],
  ] as const)('does not go when it is %s', async (_when, values, endReason) => {
    const meeting = await sendToMeeting(userId, values);
    await attend();
    expect(await meeting.reload()).toMatchObject({ status: 'failed', endReason });
    expect(bot.visits).toEqual([]);
  });

  it('does not go without minutes, and goes on without them', async () => {
    await WalletAccount.update({ balanceMs: 0 }, { where: { userId } });
    const meeting = await sendToMeeting(userId);
    await attend();
    expect(await meeting.reload()).toMatchObject({ status: 'failed', endReason: 'no-minutes' });
    expect(bot.visits).toEqual([]);
  });

  it('is given up when no other one leaves its meeting in time', async () => {
    const late = new Date(Date.now() - MAX_DELAY_MS - SECOND);
    const meeting = await sendToMeeting(userId, { startsAt: late });
    const inTime = await sendToMeeting(userId);
    const underway = await sendToMeeting(userId, { startsAt: late, phase: 'lobby' });
    await handlers['late-meetings'].run();
    expect(await meeting.reload()).toMatchObject({
      ...{ status: 'failed', endReason: 'too-late', endedAt: expect.any(Date), occupiedRoom: null },
    });
    expect((await inTime.reload()).status).toBe('waiting');
    expect((await underway.reload()).status).toBe('waiting');
    expect(await Job.count({ where: { name: 'attend-meeting' } })).toBe(2);
  });

  it('lets the assistants of other accounts go first, when those have fewer or waited longer', async () => {
    const ends = async () => ({ reason: 'denied' }) as const;
    await sendToMeeting(userId, { phase: 'lobby' });
    await Job.destroy({ where: {} });
    await sendToMeeting(userId);
    const run = await claimMeeting();
    const neighbour = await makeUser();
    await sendToMeeting(neighbour);
    bot.scripts.push(ends);
    await expect(attendMeeting(run)).rejects.toThrow(NotYet);
    expect(bot.visits).toEqual([]);
    await Meeting.update(
      { endedAt: new Date(), phase: null, status: 'failed' },
      { where: { phase: 'lobby' } },
    );
    await expect(attendMeeting(run)).rejects.toThrow(NotYet);
    await Meeting.update({ endedAt: new Date(), status: 'failed' }, { where: { userId: neighbour } });
    await attendMeeting(run);
    expect(bot.visits.length).toBe(1);
  });

  it('leaves a meeting that was put off to its new job', async () => {
    const later = new Date(Date.now() + 3_600_000);
    const meeting = await sendToMeeting(userId, { type: 'scheduled', startsAt: later, occupiedRoom: null });
    await attend();
    expect(await meeting.reload()).toMatchObject({ status: 'waiting', phase: null });
    expect(bot.visits).toEqual([]);
  });

  it('does not go without a browser', async () => {
    bot.obstacleNow = 'no-browser';
    const meeting = await sendToMeeting(userId);
    await attend();
    expect(await meeting.reload()).toMatchObject({ status: 'failed', endReason: 'no-browser' });
  });

  it('sends one assistant of an account into a room at a time, and those of others as they like', async () => {
    const room = 'abc-defg-hij';
    await sendToMeeting(userId, { room });
    await Job.destroy({ where: {} });
    const second = await sendToMeeting(userId, { room, type: 'scheduled', occupiedRoom: null });
    await attend();
    expect(await second.reload()).toMatchObject({ status: 'failed', endReason: 'already-there' });
    records(1);
    const neighbour = await sendToMeeting(await makeUser(), { room, type: 'scheduled', occupiedRoom: null });
    await attend();
    expect(await neighbour.reload()).toMatchObject({ status: 'completed' });
  });

  it('stores the recording when the balance is too low by then, whatever else is stored', async () => {
    for (const _ of [1, 2]) {
      await sendToMeeting(userId);
      bot.scripts.push(async ({ folder }) => {
        await WalletAccount.update({ balanceMs: 1 }, { where: { userId, kind: 'trial' } });
        await record(folder, { audio: speech(0, 3) });
        return { reason: 'ended' };
      });
      await attend();
    }
    expect((await transcriptions()).map(({ status }) => status)).toEqual(['stored', 'stored']);
    expect(await Meeting.count({ where: { status: 'completed' } })).toBe(2);
  });

  it('takes what was silent for no recording', async () => {
    bot.scripts.push(async ({ folder }) => {
      await record(folder, { audio: silentWav(3) });
      return { reason: 'ended' };
    });
    const meeting = await sendToMeeting(userId);
    await attend();
    expect(await meeting.reload()).toMatchObject({ status: 'failed', endReason: 'silent' });
    expect([await Transcription.count(), await reservedMs()]).toEqual([0, 0]);
  });

  it('says while it lasts that people speak and nothing is heard, and blames no microphones at the end', async () => {
    const meeting = await sendToMeeting(userId);
    const since = new Date();
    const phase = async () => (await meeting.reload()).phase;
    bot.scripts.push(async ({ folder, onState }) => {
      for (const isUnheard of [true, false, true]) {
        onState({ phase: 'recording', since, people: ['Ana'], isUnheard });
        await expect.poll(phase, OFTEN).toBe(isUnheard ? 'unheard' : 'recording');
      }
      await record(folder, { audio: silentWav(3), isUnheard: true });
      return { reason: 'ended' };
    });
    await attend();
    expect(await meeting.reload()).toMatchObject({ status: 'failed', endReason: 'unheard' });
  });

  it.each([
    ['its owner stops it', { stopRequestedAt: new Date() }, 'stopped'],
    ['its time is over', { leavesAt: new Date() }, 'time-limit'],
  ] as const)('leaves when %s', async (_when, values, endReason) => {
    const meeting = await sendToMeeting(userId);
    bot.scripts.push(async (request) => {
      await record(request.folder, { audio: speech(0, 2) });
      await Meeting.update(values, { where: { id: meeting.id } });
      await untilCalledBack(request);
      return { reason: 'stopped' };
    });
    await attend();
    expect(await meeting.reload()).toMatchObject({ status: 'completed', endReason });
  });
});
