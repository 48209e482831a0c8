import '@/tests/support/data-folder';
import '@/tests/support/remember-media';
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { beforeEach, expect, it } from 'vitest';
import { projectDir } from '@/app/config/env.server';
import type { Word } from '@/app/domain/transcript/transcript';
import { completeJob } from '@/app/services/platform/jobs/finish-job.server';
import { readDraftTranscript, readTranscript } from '@/app/services/transcript/read-transcript.server';
import {
  alignToAudio,
  enqueueAlignment,
  handleAlignmentDeadLetter,
} from '@/app/services/transcription/align-to-audio.server';
import { transcribe } from '@/app/services/transcription/transcribe.server';
import { parseTranscript } from '@/app/services/upload/import/parse-transcript.server';
import { registerImport } from '@/app/services/upload/import/register-import.server';
import { storeRecording } from '@/app/services/upload/upload-recording.server';
import { Checkpoint } from '@/models/checkpoint.server';
import { Transcription } from '@/models/transcription.server';
import { WalletTransaction } from '@/models/wallet-transaction.server';
import { claimAttempt, uploadOwnSample } from '@/tests/factories/attempt';
import { makeUser } from '@/tests/factories/user';
import { sampleReference } from '@/tests/integrations/speech/sample';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';

const clock = (seconds: number) => `00:00:${seconds.toFixed(3).padStart(6, '0')}`;

/** The sample's turns of its first minute, all too late by half a second. */
const TURNS = sampleReference().filter(({ end }) => end < 59);
const LATE_SECONDS = 0.5;
const VTT = `WEBVTT\n\n${TURNS.map(
  ({ speaker, start, end, norm }) =>
    `${clock(start + LATE_SECONDS)} --> ${clock(end + LATE_SECONDS)}\n<v ${speaker}>${norm}</v>\n`,
).join('\n')}`;

describeOnBothDatabases('aligning a text to its recording', () => {
  let userId: number;

  beforeEach(async () => {
    await resetDatabase();
    userId = await makeUser();
  });

  async function importWithSample(text: string): Promise<string> {
    const parsed = await parseTranscript(Readable.from([Buffer.from(text)]));
    const body = createReadStream(path.join(projectDir, 'public/sample/reuniao.wav'));
    const form = { userId, submissionId: randomUUID(), title: '', language: null, fileName: 'a.vtt', parsed };
    const { publicId } = await storeRecording({ userId, fileName: 'reuniao.wav', body }, (recording) =>
      registerImport({ ...form, recording }),
    );
    return publicId;
  }

  const ask = (publicId: string, by = userId) =>
    enqueueAlignment(by, publicId, { submissionId: randomUUID() });

  async function align(publicId: string): Promise<void> {
    await ask(publicId);
    const run = await claimAttempt('align-words');
    await alignToAudio(run);
    await completeJob(run.claim);
  }

  it('gives each word its time by the real recognizer, keeps the text, and charges nothing', async () => {
    const publicId = await importWithSample(VTT);
    const before = await readTranscript(userId, publicId);
    const moved = await WalletTransaction.count();
    await align(publicId);
    const after = await readDraftTranscript(userId, publicId);
    expect(after).toMatchObject({ version: 2, alignment: null, repairs: [] });
    expect(after.blocks.map(({ speaker, text }) => [speaker, text])).toEqual(
      before.utterances.map(({ speaker, text }) => [speaker, text]),
    );
    const errors = after.blocks.map(({ startMs }, index) => Math.abs(startMs / 1000 - TURNS[index]!.start));
    expect(errors.toSorted((one, other) => one - other)[Math.floor(errors.length / 2)]).toBeLessThan(0.15);
    expect(await WalletTransaction.count()).toBe(moved);
    expect(await Checkpoint.count()).toBe(0);
  });

  it('keeps a restored text and the times of its numbers', async () => {
    const { publicId } = await uploadOwnSample(userId);
    const run = await claimAttempt('transcribe');
    await transcribe(run);
    await completeJob(run.claim);
    const before = await readTranscript(userId, publicId);
    expect(before.version).toBe(2);
    await align(publicId);
    const after = await readDraftTranscript(userId, publicId);
    expect(after.alignment).toBeNull();
    const wordsOf = (utterances: readonly { words: Word[] }[]) => utterances.flatMap(({ words }) => words);
    const [moved, kept] = [wordsOf(after.blocks), wordsOf(before.utterances)];
    expect(moved.map(({ text }) => text)).toEqual(kept.map(({ text }) => text));
    expect(moved.map(({ confidence }) => confidence)).toEqual(kept.map(({ confidence }) => confidence));
    expect(kept.map(({ text }) => text)).toContain('3.500,00.');
    for (const [index, { text, startMs }] of moved.entries()) {
      expect({ text, shift: Math.abs(startMs - kept[index]!.startMs) }).toSatisfy(
        ({ shift }: { shift: number }) => shift <= 300,
      );
    }
  });

  it('leaves a text that is not of the recording, and says so', async () => {
    const other = 'WEBVTT\n\n00:01.000 --> 00:09.000\nxadrez kwanza hieróglifo bumbódromo ziguezague\n';
    const publicId = await importWithSample(other);
    const before = await readTranscript(userId, publicId);
    await align(publicId);
    expect(await readTranscript(userId, publicId)).toEqual(before);
    expect((await readDraftTranscript(userId, publicId)).alignment).toBe('mismatch');
  });

  it('runs once at a time, for its owner, with a recording, and shows a failure', async () => {
    const publicId = await importWithSample(VTT);
    await expect(ask(publicId, await makeUser())).rejects.toMatchObject({ code: 'transcription.not-found' });
    await ask(publicId);
    expect((await readDraftTranscript(userId, publicId)).alignment).toBe('underway');
    await expect(ask(publicId)).rejects.toMatchObject({ code: 'transcription.align-underway' });
    const run = await claimAttempt('align-words');
    await handleAlignmentDeadLetter(run, new Error('the engine died'));
    await completeJob(run.claim);
    expect((await readDraftTranscript(userId, publicId)).alignment).toBe('failed');
    await Transcription.update({ recordingGoneAt: new Date() }, { where: { publicId } });
    await expect(ask(publicId)).rejects.toMatchObject({ code: 'transcription.recording-gone' });
  });
});
