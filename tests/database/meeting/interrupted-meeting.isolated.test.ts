import '@/tests/support/data-folder';
import { existsSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { MAX_DELAY_MS } from '@/app/domain/meeting/limits';
import { attendMeeting, handleMeetingDeadLetter } from '@/app/services/meeting/attend-meeting.server';
import { meetingsFolder } from '@/app/services/meeting/meeting-pieces.server';
import { LeaseLost } from '@/app/services/platform/jobs/job';
import { readTranscript } from '@/app/services/transcript/read-transcript.server';
import { transcribe } from '@/app/services/transcription/transcribe.server';
import { handlers } from '@/jobs/handlers';
import { Meeting } from '@/models/meeting.server';
import { MeetingPiece } from '@/models/meeting-piece.server';
import { Transcription } from '@/models/transcription.server';
import { claimAttempt } from '@/tests/factories/attempt';
import { attend, claimMeeting, records, SECOND, speech } from '@/tests/factories/attendance';
import { current } from '@/tests/factories/current-bot';
import { sendToMeeting } from '@/tests/factories/meeting';
import { record, ScriptedBot, untilCalledBack } from '@/tests/factories/scripted-bot';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';

vi.mock('@/app/integrations/meeting-bot/index.server', () => import('@/tests/factories/current-bot'));

describeOnBothDatabases('a meeting whose assistant is interrupted', () => {
  let userId: number;
  let bot: ScriptedBot;

  beforeEach(async () => {
    bot = new ScriptedBot();
    current.bot = bot;
    await resetDatabase();
    userId = await makeUser();
  });

  const transcriptions = () => Transcription.findAll({ order: ['id'] });
  it('goes in again when a full disk has space again, unless its owner stopped it', async () => {
    records(5, 'disk-full');
    records(3, 'ended');
    const meeting = await sendToMeeting(userId);
    await attend();
    expect(bot.visits).toHaveLength(2);
    expect(await meeting.reload()).toMatchObject({ status: 'completed', endReason: 'ended' });
    expect(await transcriptions()).toHaveLength(1);

    bot.visits.length = 0;
    bot.scripts.push(async ({ folder }) => {
      await record(folder, { audio: speech(0, 5), startedAt: new Date() });
      await Meeting.update({ stopRequestedAt: new Date() }, { where: { id: stopped.id } });
      return { reason: 'disk-full' };
    });
    const stopped = await sendToMeeting(userId);
    await attend();
    expect(bot.visits).toHaveLength(1);
    expect(await stopped.reload()).toMatchObject({ status: 'completed', endReason: 'disk-full' });
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
    await attend();
    expect((await broken.reload()).recordingSince).toEqual(startedAt);
    const [transcription] = await transcriptions();
    expect(transcription!.durationMs).toBe(17_000);
    await transcribe(await claimAttempt('transcribe'));
    const { concerns } = await readTranscript(userId, transcription!.publicId);
    expect(concerns).toContainEqual({ kind: 'gap', startMs: 10_000, endMs: 12_000 });

    bot.visits.length = 0;
    bot.scripts = [async () => ({ reason: 'crashed' })];
    const meeting = await sendToMeeting(userId);
    await attend();
    expect(await meeting.reload()).toMatchObject({ status: 'failed', endReason: 'crashed' });
    expect(bot.visits.length).toBe(4);
  });

  it('stays while its worker shuts down, then leaves the rest to the next worker', async () => {
    const stop = new AbortController();
    const run = { ...(await sendToMeeting(userId).then(claimMeeting)), signal: stop.signal };
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
    await attend();
    expect(await meeting!.reload()).toMatchObject({ status: 'completed', endReason: 'stopped' });
    expect(await MeetingPiece.count()).toBe(2);
    const [transcription, ...others] = await transcriptions();
    expect(others).toEqual([]);
    expect(transcription!.durationMs).toBeGreaterThanOrEqual(9_000);
  });

  it('finishes a meeting that ends while its worker shuts down', async () => {
    const stop = new AbortController();
    const run = { ...(await sendToMeeting(userId).then(claimMeeting)), signal: stop.signal };
    bot.scripts.push(async ({ folder }) => {
      await record(folder, { audio: speech(0, 2) });
      stop.abort();
      return { reason: 'ended' };
    });
    await attendMeeting(run, 60_000).catch(() => undefined);
    await attend();
    expect(await Transcription.count()).toBe(1);
    expect(bot.visits.length).toBe(1);
  });

  it('is called back at once when another worker took over, which writes alone', async () => {
    const meeting = await sendToMeeting(userId);
    const run = await claimMeeting();
    bot.scripts.push(async (request) => {
      await record(request.folder, { audio: speech(0, 2) });
      const other = await claimMeeting();
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
    const run = await claimMeeting();
    bot.scripts.push(async (request) => {
      await record(request.folder, { audio: speech(0, 2) });
      throw new Error('the worker died');
    });
    await expect(attendMeeting(run)).rejects.toThrow('the worker died');
    const long = new Date(Date.now() - MAX_DELAY_MS - SECOND);
    await utimes(path.join(meetingsFolder(), meeting.publicId, '1', 'audio.wav'), long, long);
    await attend();
    expect(bot.visits.length).toBe(1);
    expect(await meeting.reload()).toMatchObject({ status: 'completed', endReason: 'crashed' });
  });

  it('stores what there is when its job failed for good', async () => {
    const meeting = await sendToMeeting(userId);
    const run = await claimMeeting();
    bot.scripts.push(async (request) => {
      await record(request.folder, { audio: speech(0, 2) });
      throw new Error('a bug');
    });
    await expect(attendMeeting(run)).rejects.toThrow('a bug');
    await handleMeetingDeadLetter(run);
    expect(await meeting.reload()).toMatchObject({ status: 'completed', endReason: 'failed' });
  });

  /** The transcription of the whole sample, of a meeting in which tiles glowed so. */

  it('leaves no folder of a meeting that was deleted', async () => {
    const meeting = await sendToMeeting(userId);
    const run = await claimMeeting();
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
