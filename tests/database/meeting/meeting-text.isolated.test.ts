import '@/tests/support/data-folder';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { projectDir } from '@/app/config/env.server';
import type { SpokenRange } from '@/app/domain/meeting/timeline';
import { readLiveText } from '@/app/services/meeting/read-live-text.server';
import { completeJob } from '@/app/services/platform/jobs/finish-job.server';
import { readPeople, refuseNameOffer } from '@/app/services/transcript/people.server';
import { readDraftTranscript } from '@/app/services/transcript/read-transcript.server';
import {
  enqueueIdentification,
  identifySpeakers,
} from '@/app/services/transcription/identify-speakers.server';
import { transcribe } from '@/app/services/transcription/transcribe.server';
import { LiveSegment } from '@/models/live-segment.server';
import { MeetingTimelineRow } from '@/models/meeting-timeline.server';
import { Transcription } from '@/models/transcription.server';
import { WalletAccount } from '@/models/wallet-account.server';
import { claimAttempt, utterancesOf } from '@/tests/factories/attempt';
import { attend, glow, SECOND, sample, speech } from '@/tests/factories/attendance';
import { current } from '@/tests/factories/current-bot';
import { sendToMeeting } from '@/tests/factories/meeting';
import { record, ScriptedBot } from '@/tests/factories/scripted-bot';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';
import { OFTEN } from '@/tests/support/until';

vi.mock('@/app/integrations/meeting-bot/index.server', () => import('@/tests/factories/current-bot'));

const { turns } = JSON.parse(
  await readFile(path.join(projectDir, 'tests/factories/sample/reuniao.json'), 'utf8'),
) as { turns: { speaker: string; start: number; end: number }[] };

describeOnBothDatabases('the text of a meeting', () => {
  let userId: number;
  let bot: ScriptedBot;

  beforeEach(async () => {
    bot = new ScriptedBot();
    current.bot = bot;
    await resetDatabase();
    userId = await makeUser();
  });

  const transcriptions = () => Transcription.findAll({ order: ['id'] });
  async function transcribedMeeting(spoken: SpokenRange[]): Promise<Transcription> {
    bot.scripts.push(async ({ folder }) => {
      await record(folder, { audio: sample, timeline: { people: ['Ana', 'Rui'], spoken } });
      return { reason: 'ended' };
    });
    await sendToMeeting(userId);
    await attend();
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
    await attend();
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
});
