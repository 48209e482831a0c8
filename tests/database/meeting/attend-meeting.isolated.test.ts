import '@/tests/support/data-folder';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, utimes } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { projectDir, settings } from '@/app/config/env.server';
import { MAX_DELAY_MS, MAX_VISIT_MS } from '@/app/domain/meeting/limits';
import type { SpokenRange } from '@/app/domain/meeting/timeline';
import type { VisitEnd, VisitRequest } from '@/app/integrations/meeting-bot/port';
import { checkLedger } from '@/app/services/billing/wallet/check-ledger.server';
import { readBalance } from '@/app/services/billing/wallet/read-balance.server';
import { attendMeeting, handleMeetingDeadLetter } from '@/app/services/meeting/attend-meeting.server';
import { meetingsFolder } from '@/app/services/meeting/meeting-pieces.server';
import { readLiveText } from '@/app/services/meeting/read-live-text.server';
import { sendMeetingFailureEmail } from '@/app/services/meeting/send-failure-email.server';
import { completeJob } from '@/app/services/platform/jobs/finish-job.server';
import { LeaseLost, NotYet } from '@/app/services/platform/jobs/job';
import { readPeople, refuseNameOffer } from '@/app/services/transcript/people.server';
import { readDraftTranscript, readTranscript } from '@/app/services/transcript/read-transcript.server';
import {
  enqueueIdentification,
  identifySpeakers,
} from '@/app/services/transcription/identify-speakers.server';
import { transcribe } from '@/app/services/transcription/transcribe.server';
import { handlers } from '@/jobs/handlers';
import { Job } from '@/models/job.server';
import { LiveSegment } from '@/models/live-segment.server';
import { Meeting } from '@/models/meeting.server';
import { MeetingPiece } from '@/models/meeting-piece.server';
import { MeetingTimelineRow } from '@/models/meeting-timeline.server';
import { Transcription } from '@/models/transcription.server';
import { User } from '@/models/user.server';
import { WalletAccount } from '@/models/wallet-account.server';
import { claimAttempt, utterancesOf } from '@/tests/factories/attempt';
import { sendToMeeting } from '@/tests/factories/meeting';
import { record, ScriptedBot, untilCalledBack } from '@/tests/factories/scripted-bot';
import { makeUser } from '@/tests/factories/user';
import { silentWav, wav } from '@/tests/factories/wav';
import { newestMail } from '@/tests/support/celeste';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';
import { OFTEN } from '@/tests/support/until';

const current = vi.hoisted(() => ({ bot: null as unknown as ScriptedBot }));
vi.mock('@/app/integrations/meeting-bot/index.server', () => ({
  meetingBot: {
    obstacle: () => current.bot.obstacle(),
    visit: (request: VisitRequest) => current.bot.visit(request),
    readPiece: (folder: string) => current.bot.readPiece(folder),
  },
}));

const SECOND = 1_000;
const BYTES_PER_SECOND = 32_000;
const HEADER_BYTES = 44;

const { turns } = JSON.parse(
  await readFile(path.join(projectDir, 'tests/factories/sample/reuniao.json'), 'utf8'),
) as { turns: { speaker: string; start: number; end: number }[] };
const sample = await readFile(path.join(projectDir, 'public/sample/reuniao.wav'));

/** A part of the sample, in seconds. */
const speech = (from: number, to: number) =>
  wav(sample.subarray(HEADER_BYTES + from * BYTES_PER_SECOND, HEADER_BYTES + to * BYTES_PER_SECOND));

const glow = (name: string, startS: number, endS: number) => ({
  name,
  startMs: startS * SECOND,
  endMs: endS * SECOND,
});

describeOnBothDatabases('attending a meeting', () => {
  let userId: number;
  let bot: ScriptedBot;

  beforeEach(async () => {
    bot = new ScriptedBot();
    current.bot = bot;
    await resetDatabase();
    userId = await makeUser();
  });

  const claim = () => claimAttempt<{ meetingId: number }>('attend-meeting');
  async function attempt(): Promise<void> {
    const run = await claim();
    await attendMeeting(run);
    await completeJob(run.claim);
  }
  const transcriptions = () => Transcription.findAll({ order: ['id'] });
  const reservedMs = async () =>
    (await WalletAccount.findOne({ where: { userId, kind: 'reserved' } }))?.balanceMs ?? 0;

  /** Records so many seconds of speech and ends so. */
  const records = (seconds: number, end: VisitEnd['reason'] = 'ended') => {
    bot.scripts.push(async ({ folder, onState }) => {
      const since = new Date();
      onState({ phase: 'entering' });
      onState({ phase: 'recording', since, people: ['Ana'] });
      await record(folder, { audio: speech(0, seconds), startedAt: since });
      return { reason: end };
    });
  };
  const endsAs = (reason: VisitEnd['reason']) => bot.scripts.push(async () => ({ reason }));

  it('makes a transcription of what was recorded, with its minutes held', async () => {
    const before = await readBalance(userId);
    records(3);
    const meeting = await sendToMeeting(userId);
    await attempt();
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
    await attempt();
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
      await attempt();
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
    await attempt();
    await sendMeetingFailureEmail(await claimAttempt('meeting-notice'));
    const mail = await newestMail(path.join(settings.dataDir, 'mail'), email);
    expect(mail.subject).toBe('O assistente não gravou: Pauta');
    expect(mail.text).toContain('A entrada do assistente foi recusada.');
    await Job.destroy({ where: { name: 'meeting-notice' } });
    endsAs('stopped');
    await sendToMeeting(userId);
    await attempt();
    expect(await Job.count({ where: { name: 'meeting-notice' } })).toBe(0);
    await User.update({ wantsNotices: false }, { where: { id: userId } });
    const before = (await readdir(path.join(settings.dataDir, 'mail'))).length;
    endsAs('denied');
    await sendToMeeting(userId);
    await attempt();
    await sendMeetingFailureEmail(await claimAttempt('meeting-notice'));
    expect((await readdir(path.join(settings.dataDir, 'mail'))).length).toBe(before);
  });

  it.each([
    ['late', { startsAt: new Date(Date.now() - MAX_DELAY_MS - SECOND) }, 'too-late'],
    ['stopped before', { stopRequestedAt: new Date() }, 'stopped'],
  ] as const)('does not go when it is %s', async (_when, values, endReason) => {
    const meeting = await sendToMeeting(userId, values);
    await attempt();
    expect(await meeting.reload()).toMatchObject({ status: 'failed', endReason });
    expect(bot.visits).toEqual([]);
  });

  it('does not go without minutes, and goes on without them', async () => {
    await WalletAccount.update({ balanceMs: 0 }, { where: { userId } });
    const meeting = await sendToMeeting(userId);
    await attempt();
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
    const run = await claim();
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
    await attempt();
    expect(await meeting.reload()).toMatchObject({ status: 'waiting', phase: null });
    expect(bot.visits).toEqual([]);
  });

  it('does not go without a browser', async () => {
    bot.obstacleNow = 'no-browser';
    const meeting = await sendToMeeting(userId);
    await attempt();
    expect(await meeting.reload()).toMatchObject({ status: 'failed', endReason: 'no-browser' });
  });

  it('sends one assistant of an account into a room at a time, and those of others as they like', async () => {
    const room = 'abc-defg-hij';
    await sendToMeeting(userId, { room });
    await Job.destroy({ where: {} });
    const second = await sendToMeeting(userId, { room, type: 'scheduled', occupiedRoom: null });
    await attempt();
    expect(await second.reload()).toMatchObject({ status: 'failed', endReason: 'already-there' });
    records(1);
    const neighbour = await sendToMeeting(await makeUser(), { room, type: 'scheduled', occupiedRoom: null });
    await attempt();
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
      await attempt();
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
    await attempt();
    expect(await meeting.reload()).toMatchObject({ status: 'failed', endReason: 'silent' });
    expect([await Transcription.count(), await reservedMs()]).toEqual([0, 0]);
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
    await attempt();
    expect(await meeting.reload()).toMatchObject({ status: 'completed', endReason });
  });

  it('comes back after a crash of its browser, not for ever, and marks the gap', async () => {
    const startedAt = new Date();
    bot.scripts.push(async ({ folder, onState }) => {
      onState({ phase: 'recording', since: startedAt, people: [] });
      await record(folder, { audio: speech(0, 10), startedAt });
      return { reason: 'crashed' };
    });
    bot.scripts.push(async ({ folder, onState }) => {
      const later = new Date(startedAt.getTime() + 12 * SECOND);
      onState({ phase: 'recording', since: later, people: [] });
      await record(folder, { audio: speech(10, 15), startedAt: later });
      return { reason: 'ended' };
    });
    const broken = await sendToMeeting(userId);
    await attempt();
    expect((await broken.reload()).recordingSince).toEqual(startedAt);
    const [transcription] = await transcriptions();
    expect(transcription!.durationMs).toBe(17_000);
    await transcribe(await claimAttempt('transcribe'));
    const { concerns } = await readTranscript(userId, transcription!.publicId);
    expect(concerns).toContainEqual({ kind: 'gap', startMs: 10_000, endMs: 12_000 });

    bot.visits.length = 0;
    bot.scripts = [async () => ({ reason: 'crashed' })];
    const meeting = await sendToMeeting(userId);
    await attempt();
    expect(await meeting.reload()).toMatchObject({ status: 'failed', endReason: 'crashed' });
    expect(bot.visits.length).toBe(4);
  });

  it('stays while its worker shuts down, then leaves the rest to the next worker', async () => {
    const stop = new AbortController();
    const run = { ...(await sendToMeeting(userId).then(claim)), signal: stop.signal };
    const startedAt = new Date();
    let stayedMs = 0;
    bot.scripts.push(async (request) => {
      request.onState({ phase: 'recording', since: startedAt, people: [] });
      await record(request.folder, { audio: speech(0, 5), startedAt });
      const at = performance.now();
      stop.abort(new Error('the worker shuts down'));
      await untilCalledBack(request);
      stayedMs = performance.now() - at;
      return { reason: 'stopped' };
    });
    await expect(attendMeeting(run, 300)).rejects.toThrow('the worker shuts down');
    expect(stayedMs).toBeGreaterThan(290);
    const [meeting] = await Meeting.findAll();
    expect(meeting).toMatchObject({ status: 'running', endedAt: null });
    expect(meeting!.occupiedRoom).not.toBeNull();
    records(4, 'stopped');
    await attempt();
    expect(await meeting!.reload()).toMatchObject({ status: 'completed', endReason: 'stopped' });
    expect(await MeetingPiece.count()).toBe(2);
    const [transcription, ...others] = await transcriptions();
    expect(others).toEqual([]);
    expect(transcription!.durationMs).toBeGreaterThanOrEqual(9_000);
  });

  it('finishes a meeting that ends while its worker shuts down', async () => {
    const stop = new AbortController();
    const run = { ...(await sendToMeeting(userId).then(claim)), signal: stop.signal };
    bot.scripts.push(async ({ folder }) => {
      await record(folder, { audio: speech(0, 2) });
      stop.abort();
      return { reason: 'ended' };
    });
    await attendMeeting(run, 60_000).catch(() => undefined);
    await attempt();
    expect(await Transcription.count()).toBe(1);
    expect(bot.visits.length).toBe(1);
  });

  it('is called back at once when another worker took over, which writes alone', async () => {
    const meeting = await sendToMeeting(userId);
    const run = await claim();
    bot.scripts.push(async (request) => {
      await record(request.folder, { audio: speech(0, 2) });
      const other = await claim();
      request.onState({ phase: 'recording', since: new Date(), people: ['Eva'] });
      await untilCalledBack(request);
      bot.scripts = [async () => ({ reason: 'ended' })];
      await attendMeeting(other);
      return { reason: 'stopped' };
    });
    await expect(attendMeeting(run)).rejects.toThrow(LeaseLost);
    expect(await meeting.reload()).toMatchObject({ status: 'completed', people: null });
    expect(await Transcription.count()).toBe(1);
  });

  it('does not come back long after its worker died, and stores what there is', async () => {
    const meeting = await sendToMeeting(userId);
    const run = await claim();
    bot.scripts.push(async (request) => {
      await record(request.folder, { audio: speech(0, 2) });
      throw new Error('the worker died');
    });
    await expect(attendMeeting(run)).rejects.toThrow('the worker died');
    const long = new Date(Date.now() - MAX_DELAY_MS - SECOND);
    await utimes(path.join(meetingsFolder(), meeting.publicId, '1', 'audio.wav'), long, long);
    await attempt();
    expect(bot.visits.length).toBe(1);
    expect(await meeting.reload()).toMatchObject({ status: 'completed', endReason: 'crashed' });
  });

  it('stores what there is when its job failed for good', async () => {
    const meeting = await sendToMeeting(userId);
    const run = await claim();
    bot.scripts.push(async (request) => {
      await record(request.folder, { audio: speech(0, 2) });
      throw new Error('a bug');
    });
    await expect(attendMeeting(run)).rejects.toThrow('a bug');
    await handleMeetingDeadLetter(run);
    expect(await meeting.reload()).toMatchObject({ status: 'completed', endReason: 'failed' });
  });

  /** The transcription of the whole sample, of a meeting in which tiles glowed so. */
  async function transcribedMeeting(spoken: SpokenRange[]): Promise<Transcription> {
    bot.scripts.push(async ({ folder }) => {
      await record(folder, { audio: sample, timeline: { people: ['Ana', 'Rui'], spoken } });
      return { reason: 'ended' };
    });
    await sendToMeeting(userId);
    await attempt();
    const run = await claimAttempt('transcribe');
    await transcribe(run);
    await completeJob(run.claim);
    return (await transcriptions())[0]!;
  }

  it('names the speakers by whose tile glowed, also when they are told apart anew', async () => {
    const spoken = turns.map(({ speaker, start, end }) => glow(speaker === 'A' ? 'Rui' : 'Ana', start, end));
    const transcription = await transcribedMeeting(spoken);
    const speakers = async () => {
      const { blocks } = await readDraftTranscript(userId, transcription.publicId);
      return new Set(blocks.map(({ speaker }) => speaker));
    };
    expect(await speakers()).toEqual(new Set(['Rui', 'Ana']));
    const form = { speakerCount: 2, submissionId: randomUUID() };
    await enqueueIdentification(userId, transcription.publicId, form);
    await identifySpeakers(await claimAttempt('identify-speakers'));
    expect(await speakers()).toEqual(new Set(['Rui', 'Ana']));
  });

  it('sets no name by a broken signal, and offers what is uncertain', async () => {
    const transcription = await transcribedMeeting([glow('Ana', 0, 3600)]);
    const { publicId } = transcription;
    const blocks = await utterancesOf(transcription);
    expect(new Set(blocks.map(({ speaker }) => speaker))).toEqual(new Set(['A', 'B']));

    const ofA = blocks.filter(({ speaker }) => speaker === 'A');
    const ofB = blocks.filter(({ speaker }) => speaker === 'B');
    const spoken = [
      ...ofA.map(({ startMs, endMs }) => ({ name: 'Ana', startMs, endMs })),
      { name: 'Rui', startMs: ofB[0]!.startMs, endMs: ofB[0]!.startMs + 1_200 },
    ];
    const timeline = JSON.stringify({ people: ['Ana', 'Rui'], spoken, gaps: [] });
    await MeetingTimelineRow.update({ timeline }, { where: { transcriptionId: transcription.id } });
    const offers = (await readPeople(userId, publicId)).offers;
    expect(offers[0]).toEqual({ speaker: 'A', name: 'Ana' });
    await refuseNameOffer(userId, publicId, { speaker: 'A', submissionId: 'once' });
    expect((await readPeople(userId, publicId)).offers).toEqual(offers.slice(1));
  });

  it('shows what is being said with names, as far as the minutes last', async () => {
    const meeting = await sendToMeeting(userId);
    const word = (text: string, startS: number) => ({
      ...{ text, startMs: startS * SECOND, endMs: startS * SECOND + 300, confidence: 1 },
    });
    const hear = (number: number, words: object[]) =>
      LiveSegment.create({
        // Of a second piece: the first one is being heard.
        ...{ meetingId: meeting.id, number: 10 + number, startMs: 10 * SECOND, model: 'none' },
        content: JSON.stringify({ words, isWritten: true }),
      });
    const seen: unknown[] = [];
    const look = async () => seen.push(await readLiveText(userId, meeting.publicId, false));
    bot.scripts.push(async ({ folder, onState }) => {
      onState({ phase: 'recording', since: new Date(), people: ['Ana', 'Rui'] });
      await expect.poll(async () => (await meeting.reload()).status, OFTEN).toBe('running');
      await record(folder, { audio: speech(0, 2), timeline: { people: [], spoken: [glow('Ana', 0, 20)] } });
      await hear(0, [word('Bom', 0), word('dia.', 0.4)]);
      await look();
      const spoken = [glow('Ana', 0, 20), glow('Rui', 20, 60)];
      await record(folder, { audio: speech(0, 2), timeline: { people: [], spoken } });
      await hear(1, [word('Olá.', 40)]);
      await look();
      await WalletAccount.update({ balanceMs: 20 * SECOND }, { where: { userId, kind: 'trial' } });
      await look();
      return { reason: 'ended' };
    });
    await attempt();
    const said = (speaker: string, startS: number, text: string) => ({
      speaker,
      startMs: startS * SECOND,
      text,
    });
    expect(seen).toMatchObject([
      { passages: [said('', 10, 'Bom dia.')], isBeyondMinutes: false },
      {
        passages: [said('Ana', 10, 'Bom dia.'), said('Rui', 50, 'Olá.')],
        isBeyondMinutes: false,
        isCut: false,
      },
      { passages: [said('Ana', 10, 'Bom dia.')], isBeyondMinutes: true },
    ]);
    expect(await readLiveText(userId, meeting.publicId, false)).toBeNull();
    expect(await LiveSegment.count()).toBe(0);
    await expect(readLiveText(await makeUser(), meeting.publicId, false)).rejects.toMatchObject({
      code: 'meeting.not-found',
    });
  });

  it('leaves no folder of a meeting that was deleted', async () => {
    const meeting = await sendToMeeting(userId);
    const run = await claim();
    bot.scripts.push(async (request) => {
      await record(request.folder, { audio: speech(0, 2) });
      await meeting.destroy();
      await untilCalledBack(request);
      return { reason: 'stopped' };
    });
    await attendMeeting(run).catch(() => undefined);
    await handlers.sweep.run();
    expect(existsSync(path.join(meetingsFolder(), meeting.publicId))).toBe(false);
    expect(await Transcription.count()).toBe(0);
  });
});
