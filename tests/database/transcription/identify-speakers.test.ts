import '@/tests/support/data-folder';
import '@/tests/support/remember-media';
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { settings } from '@/app/config/env.server';
import type { VoiceDoubt } from '@/app/domain/speech/link-speakers';
import type { SpeakerTurn } from '@/app/domain/transcript/transcript';
import type { Recognition } from '@/app/integrations/speech/port';
import { checkLedger } from '@/app/services/billing/wallet/check-ledger.server';
import { readBalance } from '@/app/services/billing/wallet/read-balance.server';
import { completeJob } from '@/app/services/platform/jobs/finish-job.server';
import { appendToDraft } from '@/app/services/transcript/append-to-draft.server';
import { renameSpeaker } from '@/app/services/transcript/edit-utterance.server';
import { readPeople } from '@/app/services/transcript/people.server';
import { readDraftTranscript, readTranscript } from '@/app/services/transcript/read-transcript.server';
import { listVersions, readVersion } from '@/app/services/transcript/versions.server';
import { deleteTranscription } from '@/app/services/transcription/delete-transcription.server';
import {
  enqueueIdentification,
  handleSpeakersDeadLetter,
  identifySpeakers,
} from '@/app/services/transcription/identify-speakers.server';
import { transcribe } from '@/app/services/transcription/transcribe.server';
import { Checkpoint } from '@/models/checkpoint.server';
import { Job } from '@/models/job.server';
import { Transcription } from '@/models/transcription.server';
import { claimAttempt, uploadOwnSample } from '@/tests/factories/attempt';
import { SAMPLE_WORDS } from '@/tests/factories/recognized-sample';
import { makeUser } from '@/tests/factories/user';
import { sampleReference } from '@/tests/integrations/speech/sample';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';

/** The words of the sample, as the checkpoint of an earlier attempt. */
const HEARD: Recognition = {
  words: SAMPLE_WORDS.map(({ text, start, end }) => ({ text, startMs: start, endMs: end, confidence: 0.9 })),
  turns: null,
  hasConfidence: true,
  concerns: [{ kind: 'truncated', startMs: 1000, endMs: 2000 }],
  modelName: 'demo',
};
const TURNS: SpeakerTurn[] = sampleReference().map(({ speaker, start, end }) => ({
  speaker: speaker.charCodeAt(0),
  startMs: start * 1000,
  endMs: end * 1000,
}));

const storeCheckpoint = (transcriptionId: number, stage: string, content: unknown) =>
  Checkpoint.create({ transcriptionId, stage, content: JSON.stringify(content) });

/** The two voices of the sample, as if they were similar. */
const DOUBTS: VoiceDoubt[] = [{ ...rangeOf(TURNS[0]!), other: rangeOf(TURNS[1]!) }];

function rangeOf({ startMs, endMs }: SpeakerTurn) {
  return { startMs, endMs };
}

describeOnBothDatabases('telling speakers apart again', () => {
  let userId: number;
  let publicId: string;

  beforeEach(async () => {
    await resetDatabase();
    userId = await makeUser();
    const sample = await uploadOwnSample(userId);
    ({ publicId } = sample);
    await storeCheckpoint(sample.id, 'words', HEARD);
    await storeCheckpoint(sample.id, 'speakers', { turns: TURNS, doubts: DOUBTS, voices: [] });
    const run = await claimAttempt('transcribe');
    await transcribe(run);
    await completeJob(run.claim);
  });

  const requestIdentification = (speakerCount: number | null, submissionId = randomUUID()) =>
    enqueueIdentification(userId, publicId, { speakerCount, submissionId });

  async function identify(speakerCount: number | null): Promise<void> {
    await requestIdentification(speakerCount);
    const run = await claimAttempt('identify-speakers');
    await identifySpeakers(run);
    await completeJob(run.claim);
  }

  const text = () => readTranscript(userId, publicId);
  const namesIn = ({ utterances }: Awaited<ReturnType<typeof text>>) => [
    ...new Set(utterances.map(({ speaker }) => speaker)),
  ];
  const wordsIn = ({ utterances }: Awaited<ReturnType<typeof text>>) =>
    utterances.flatMap(({ words }) => words);

  async function name(from: string, to: string): Promise<void> {
    const { version } = await text();
    await renameSpeaker(userId, publicId, {
      ...{ version, from, to },
      mayMerge: false,
      submissionId: randomUUID(),
    });
  }

  it('keeps speaker names and words, charges nothing, and keeps the earlier version', async () => {
    await name('A', 'Ana');
    const before = await text();
    expect(before.version).toBe(3);
    expect(before.utterances.map((utterance) => utterance.text).join(' ')).toContain('R$ 3.500,00');
    const balance = await readBalance(userId);
    await identify(1);
    const alone = await text();
    expect(namesIn(alone)).toHaveLength(1);
    expect(wordsIn(alone)).toEqual(wordsIn(before));
    expect(alone.version).toBe(before.version + 1);
    expect((await readVersion(userId, publicId, before.version)).utterances).toEqual(before.utterances);

    await identify(2);
    const together = await text();
    expect(wordsIn(together)).toEqual(wordsIn(before));
    expect(namesIn(together)).toHaveLength(2);
    expect(namesIn(together)).toContain(namesIn(alone)[0]);
    expect(await readBalance(userId)).toBe(balance);
    expect(await checkLedger()).toEqual([]);
    expect(await Checkpoint.count()).toBe(0);
    expect(await readdir(path.join(settings.dataDir, 'tmp'))).toEqual([]);
  });

  it('says whose voices are similar, under their names, until another diarization tells them apart', async () => {
    const doubts = async () => (await readPeople(userId, publicId)).doubts;
    expect(await doubts()).toEqual([
      { speaker: 'A', other: 'B' },
      { speaker: 'B', other: 'A' },
    ]);
    await name('A', 'Ana');
    expect(await doubts()).toContainEqual({ speaker: 'B', other: 'Ana' });
    expect((await text()).concerns).toEqual(HEARD.concerns);
    await identify(null);
    expect(await doubts()).toEqual([]);
    expect((await text()).concerns).toEqual(HEARD.concerns);
  });

  it('creates no version when the speakers are unchanged', async () => {
    await name('A', 'Ana');
    const before = await text();
    await identify(null);
    expect(await text()).toEqual({ ...before, voiceDoubts: [] });
  });

  it('saves unsaved changes as a version of their own', async () => {
    const { blocks, version } = await readDraftTranscript(userId, publicId);
    const { id, speaker } = blocks[0]!;
    const replaced = {
      kind: 'replace' as const,
      ids: [id],
      blocks: [{ id: 'new.1', speaker, text: 'bom dia mundo' }],
    };
    await appendToDraft(userId, publicId, { version, changes: [{ id: 'change', change: replaced }] });
    await identify(1);
    expect((await listVersions(userId, publicId)).map(({ version }) => version)).toEqual([4, 3, 2, 1]);
    expect((await readVersion(userId, publicId, 3)).utterances[0]!.text).toBe('bom dia mundo');
    expect((await text()).utterances[0]!.text).toMatch(/^bom dia mundo/);
    expect((await readDraftTranscript(userId, publicId)).changeIds).toEqual([]);
  });

  it('rejects a second request while one is in progress', async () => {
    const submissionId = randomUUID();
    await requestIdentification(3, submissionId);
    await requestIdentification(3, submissionId);
    expect(await Job.count({ where: { name: 'identify-speakers' } })).toBe(1);
    expect((await readDraftTranscript(userId, publicId)).speakers).toBe('underway');
    await expect(requestIdentification(2)).rejects.toMatchObject({ code: 'transcription.speakers-underway' });
  });

  it('is rejected without a recording, before there is a transcript, and for other users', async () => {
    const form = { speakerCount: null, submissionId: randomUUID() };
    const other = enqueueIdentification(await makeUser(), publicId, form);
    await expect(other).rejects.toMatchObject({ code: 'transcription.not-found' });
    await Transcription.update({ recordingGoneAt: new Date() }, { where: { publicId } });
    await expect(requestIdentification(2)).rejects.toMatchObject({ code: 'transcription.recording-gone' });
    await Transcription.update({ recordingGoneAt: null, status: 'processing' }, { where: { publicId } });
    await expect(requestIdentification(2)).rejects.toMatchObject({ code: 'transcription.not-found' });
  });

  it('leaves the text unchanged on failure, and reports the failure until the next attempt', async () => {
    const before = await text();
    await requestIdentification(2);
    const run = await claimAttempt('identify-speakers');
    await handleSpeakersDeadLetter(run, new Error('the engine died'));
    await completeJob(run.claim);
    const { speakers } = await readDraftTranscript(userId, publicId);
    expect([speakers, await text()]).toEqual(['failed', before]);
    await requestIdentification(2);
    expect((await readDraftTranscript(userId, publicId)).speakers).toBe('underway');
  });

  it('is cancelled when the transcription is deleted', async () => {
    await requestIdentification(2);
    const run = await claimAttempt('identify-speakers');
    await deleteTranscription({ userId, publicId, submissionId: randomUUID() });
    await identifySpeakers(run);
    expect(await Job.count({ where: { name: 'identify-speakers', status: ['waiting', 'running'] } })).toBe(0);
  });
});
