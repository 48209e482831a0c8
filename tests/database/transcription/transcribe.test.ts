import '@/tests/support/data-folder';
import '@/tests/support/remember-media';
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { beforeEach, expect, it } from 'vitest';
import { settings } from '@/app/config/env.server';
import { parseSearch } from '@/app/domain/library/searchable-words';
import type { SpeakerTurn, Utterance, Word } from '@/app/domain/transcript/transcript';
import type { Recognition } from '@/app/integrations/speech/port';
import { storage } from '@/app/integrations/storage/index.server';
import { checkLedger } from '@/app/services/billing/wallet/check-ledger.server';
import { readBalance } from '@/app/services/billing/wallet/read-balance.server';
import { searchTranscripts } from '@/app/services/library/search-transcripts.server';
import { claimJob } from '@/app/services/platform/jobs/claim-job.server';
import { enqueue } from '@/app/services/platform/jobs/enqueue.server';
import { completeJob } from '@/app/services/platform/jobs/finish-job.server';
import { type JobRun, LeaseLost } from '@/app/services/platform/jobs/job';
import { readSavedText } from '@/app/services/transcript/saved-text.server';
import { summarizeTranscript } from '@/app/services/transcript/summary/summarize-transcript.server';
import { listVersions, restoreVersion } from '@/app/services/transcript/versions.server';
import { failTranscription } from '@/app/services/transcription/fail-transcription.server';
import {
  readUnfinishedTranscript,
  type UnfinishedTranscript,
} from '@/app/services/transcription/read-unfinished-transcript.server';
import { transcribe } from '@/app/services/transcription/transcribe.server';
import { uploadRecording } from '@/app/services/upload/upload-recording.server';
import { uploadSample } from '@/app/services/upload/upload-sample.server';
import { Checkpoint } from '@/models/checkpoint.server';
import { Job } from '@/models/job.server';
import { Summary } from '@/models/summary.server';
import { Transcript } from '@/models/transcript.server';
import { TranscriptVersion } from '@/models/transcript-version.server';
import { Transcription } from '@/models/transcription.server';
import { WalletAccount } from '@/models/wallet-account.server';
import { claimAttempt } from '@/tests/factories/attempt';
import { transcriptionOf } from '@/tests/factories/recording';
import { makeUser } from '@/tests/factories/user';
import { silentWav } from '@/tests/factories/wav';
import { speechProcessesOf, speechProcessOf } from '@/tests/integrations/speech/speech-processes';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';

const TRIAL_MS = 30 * 60_000;

const WORDS: Word[] = [
  { text: 'palavras', startMs: 0, endMs: 500, confidence: 0.5 },
  { text: 'guardadas', startMs: 600, endMs: 1000, confidence: 0.9 },
];

describeOnBothDatabases('transcribing', () => {
  let userId: number;

  beforeEach(async () => {
    await resetDatabase();
    userId = await makeUser();
  });

  const sample = async () =>
    transcriptionOf(await uploadSample({ userId, submissionId: randomUUID(), language: 'pt' }));

  async function silence(): Promise<Transcription> {
    const body = Readable.from([silentWav(3)]);
    const registered = await uploadRecording({
      userId,
      submissionId: randomUUID(),
      language: 'pt',
      fileName: 'silêncio.wav',
      body,
    });
    return transcriptionOf(registered);
  }

  /** Claims the only job, as a worker does. */
  async function attempt(
    signal: AbortSignal = new AbortController().signal,
  ): Promise<JobRun<{ transcriptionId: number }>> {
    await Job.update({ leasedUntil: new Date(Date.now() - 1) }, { where: { status: 'running' } });
    const job = (await claimJob(['transcribe']))!;
    const claim = { jobId: job.id, fence: job.fence };
    return { payload: JSON.parse(job.payload), claim, signal, isLastAttempt: false };
  }

  const HEARD: Recognition = {
    words: WORDS,
    turns: null,
    hasConfidence: true,
    concerns: [],
    modelName: 'demo',
  };

  const storeCheckpoint = (transcription: Transcription, stage: 'words' | 'speakers', content: unknown) =>
    Checkpoint.create({ transcriptionId: transcription.id, stage, content: JSON.stringify(content) });

  const consumedMs = async () =>
    (await WalletAccount.findOne({ where: { userId, kind: 'consumed' }, rejectOnEmpty: true })).balanceMs;

  async function textOf(transcription: Transcription): Promise<Utterance[]> {
    const transcript = await Transcript.findOne({
      where: { transcriptionId: transcription.id },
      rejectOnEmpty: true,
    });
    return JSON.parse(transcript.utterances);
  }

  const wordsOf = (utterances: Utterance[]) =>
    utterances.flatMap(({ words }) => words.map(({ text }) => text));

  const workFolders = () => readdir(path.join(settings.dataDir, 'tmp'));

  it('transcribes the sample with speakers, and charges its duration once', async () => {
    const transcription = await sample();
    expect(await readBalance(userId)).toBe(TRIAL_MS - transcription.durationMs);
    const run = await attempt();
    await transcribe(run);
    await transcription.reload();
    expect(transcription).toMatchObject({
      status: 'succeeded',
      stage: null,
      progressPercent: 100,
      hasSpeakers: true,
      modelName: 'demo',
      errorCode: null,
    });
    expect(transcription.confidenceScore).toBeGreaterThan(50);
    const text = await textOf(transcription);
    expect(new Set(text.map(({ speaker }) => speaker)).size).toBeGreaterThan(1);
    expect(wordsOf(text).length).toBeGreaterThan(50);
    expect(await consumedMs()).toBe(transcription.durationMs);
    expect(await Checkpoint.count()).toBe(0);
    expect(await workFolders()).toEqual([]);
    expect(await checkLedger()).toEqual([]);

    expect(await Job.count({ where: { name: 'summarize' } })).toBe(1);

    const before = { row: transcription.get(), text: JSON.stringify(text) };
    await transcribe(run);
    await transcribe(await attempt());
    await transcription.reload();
    expect(transcription.get()).toEqual(before.row);
    expect(JSON.stringify(await textOf(transcription))).toBe(before.text);
    expect(await Job.count({ where: { name: 'summarize' } })).toBe(1);
    expect(await consumedMs()).toBe(transcription.durationMs);
    expect(await checkLedger()).toEqual([]);
  });

  it('writes digits, capitals and marks as version 2, and keeps what was recognized as version 1', async () => {
    const transcription = await sample();
    await transcribe(await attempt());
    expect(wordsOf(await textOf(transcription)).join(' ')).toContain('gastar três mil e quinhentos reais');
    const { version, utterances } = await readSavedText(transcription.id);
    expect(version).toBe(2);
    const text = utterances.map((utterance) => utterance.text).join(' ');
    expect(text).toContain('Podemos gastar R$ 3.500,00.');
    expect(text).toContain('Nós gravamos 27 entrevistas');
    expect(text).toContain('às 9h.');
    expect(utterances.flatMap(({ words }) => words)).toSatisfy((words: Word[]) =>
      words.every(
        ({ startMs, endMs }, index) => startMs <= endMs && startMs >= (words[index - 1]?.endMs ?? 0),
      ),
    );
  });

  it('finds a restored sum, and goes back to the original after hundreds of saves', async () => {
    const transcription = await sample();
    await transcribe(await attempt());
    const { id, publicId } = transcription;
    const find = async (asked: string) =>
      (await searchTranscripts(userId, parseSearch(asked).terms, {})).hitCount;
    expect(await find('R$ 3.500')).toBe(1);
    expect(await find('3500')).toBe(1);
    expect(await find('mil quinhentos')).toBe(0);
    const original = await textOf(transcription);
    const content = gzipSync(JSON.stringify(original));
    await TranscriptVersion.bulkCreate(
      Array.from({ length: 201 }, (_, index) => ({ transcriptionId: id, number: index + 3, content })),
    );
    await summarizeTranscript(await claimAttempt('summarize'));
    const { summary } = await Summary.findOne({ where: { transcriptionId: id }, rejectOnEmpty: true });
    expect(summary).toContain('segunda-feira às 9h.');
    const [labelled] = (await listVersions(userId, publicId)).slice(-2);
    expect(labelled).toMatchObject({ version: 2, isRestored: true });
    const restored = await restoreVersion(userId, publicId, { version: 1, submissionId: randomUUID() });
    expect((await readSavedText(id)).utterances).toEqual(original);
    expect(await find('mil quinhentos')).toBe(1);
    const versions = await listVersions(userId, publicId);
    expect(versions.at(-1)).toMatchObject({ version: 1, isRestored: false });
    expect(versions.map(({ version }) => version)).not.toContain(2);
    expect(versions[0]).toMatchObject({ version: restored, isRestored: false });
  });

  it('shows the text in progress as it will be, but for the marks where speakers part it', async () => {
    const first = await sample();
    await transcribe(await attempt());
    const words = (await textOf(first)).flatMap((utterance) => utterance.words);
    const { publicId, id } = await sample();
    await Transcription.update({ status: 'processing' }, { where: { id } });
    const half = words.slice(0, words.length / 2);
    const segment = { by: 'local demo', next: null, concerns: [], hasConfidence: true, isWritten: false };
    await Checkpoint.create({
      transcriptionId: id,
      stage: 'heard-0',
      content: JSON.stringify({ ...segment, words: half }),
    });
    const shown = await readUnfinishedTranscript(userId, publicId);
    const { passages } = shown as UnfinishedTranscript;
    const plain = (text: string) =>
      text
        .toLowerCase()
        .replace(/[.,?]+(?= |$)/g, '')
        .split(' ');
    const seen = plain(passages.map(({ text }) => text).join(' '));
    const { utterances } = await readSavedText(first.id);
    const final = plain(utterances.map(({ text }) => text).join(' '));
    expect(seen.slice(0, -3)).toEqual(final.slice(0, seen.length - 3));
    expect(passages[0]!.text).toMatch(/^\p{Lu}.*[.?]$/u);
  });

  it('leaves a text alone that its recognizer wrote', async () => {
    const transcription = await sample();
    await storeCheckpoint(transcription, 'words', { ...HEARD, isWritten: true });
    await storeCheckpoint(transcription, 'speakers', null);
    await transcribe(await attempt());
    expect(await readSavedText(transcription.id)).toMatchObject({ version: 1 });
  });

  it('fails a recording without speech and releases its hold', async () => {
    const transcription = await silence();
    expect(await readBalance(userId)).toBe(TRIAL_MS - 3000);
    const run = await attempt();
    await transcribe(run);
    await transcription.reload();
    expect(transcription).toMatchObject({ status: 'failed', errorCode: 'media.no-speech', stage: null });
    expect(await readBalance(userId)).toBe(TRIAL_MS);
    expect(await Checkpoint.count()).toBe(0);
    expect(await checkLedger()).toEqual([]);

    const before = transcription.get();
    await transcribe(run);
    await transcription.reload();
    expect(transcription.get()).toEqual(before);
  });

  it('fails a recording that cannot be decoded and releases its hold', async () => {
    const transcription = await silence();
    await storage.put(transcription.storageKey, Readable.from(['no recording']), { maxBytes: 100 });
    await transcribe(await attempt());
    await transcription.reload();
    expect(transcription.status).toBe('failed');
    expect(transcription.errorCode).toMatch(/^media\./);
    expect(await readBalance(userId)).toBe(TRIAL_MS);
    expect(await checkLedger()).toEqual([]);
  });

  /** Kills the child process of a stage as soon as an attempt has started it. */
  async function killStage(stage: 'recognize' | 'diarize'): Promise<void> {
    process.kill(await speechProcessOf(process.pid, stage), 'SIGKILL');
  }

  it('retries when the diarizer process dies, without repeating the recognition', async () => {
    const transcription = await sample();
    const transcribing = transcribe(await attempt());
    const failure = expect(transcribing).rejects.toThrow('diarize process ended with SIGKILL');
    await killStage('diarize');
    await failure;
    expect((await transcription.reload()).status).toBe('processing');
    expect(await Checkpoint.count({ where: { stage: 'words' } })).toBe(1);
    expect(await readBalance(userId)).toBe(TRIAL_MS - transcription.durationMs);

    await transcribe(await attempt());
    expect(await transcription.reload()).toMatchObject({ status: 'succeeded', hasSpeakers: true });
    const text = await textOf(transcription);
    expect(new Set(text.map(({ speaker }) => speaker)).size).toBeGreaterThan(1);
    expect(await consumedMs()).toBe(transcription.durationMs);
    expect(await checkLedger()).toEqual([]);
  });

  it('keeps the text when the diarizer process dies in the last attempt too', async () => {
    const transcription = await sample();
    const transcribing = transcribe({ ...(await attempt()), isLastAttempt: true });
    await killStage('diarize');
    await transcribing;
    await transcription.reload();
    expect(transcription).toMatchObject({ status: 'succeeded', hasSpeakers: false });
    const text = await textOf(transcription);
    expect(new Set(text.map(({ speaker }) => speaker))).toEqual(new Set(['A']));
    expect(wordsOf(text).length).toBeGreaterThan(50);
    expect(await consumedMs()).toBe(transcription.durationMs);
    expect(await checkLedger()).toEqual([]);
  });

  it('fails an attempt whose recognizer process dies, and keeps the hold for the next', async () => {
    const transcription = await sample();
    const transcribing = transcribe(await attempt());
    const failure = expect(transcribing).rejects.toThrow('recognize process ended with SIGKILL');
    await killStage('recognize');
    await failure;
    expect(speechProcessesOf(process.pid)).toEqual([]);
    expect((await transcription.reload()).status).toBe('processing');
    expect(await readBalance(userId)).toBe(TRIAL_MS - transcription.durationMs);
    expect(await workFolders()).toEqual([]);
    expect(await checkLedger()).toEqual([]);
  });

  it('resumes from the recognition checkpoint of an earlier attempt', async () => {
    const transcription = await sample();
    await storeCheckpoint(transcription, 'words', HEARD);
    await transcribe(await attempt());
    expect(wordsOf(await textOf(transcription))).toEqual(['palavras', 'guardadas']);
    expect((await transcription.reload()).hasSpeakers).toBe(true);
    expect(await checkLedger()).toEqual([]);
  });

  it('needs neither recording nor engine when all stages have checkpoints', async () => {
    const transcription = await sample();
    const turns: SpeakerTurn[] = [
      { speaker: 7, startMs: 0, endMs: 550 },
      { speaker: 3, startMs: 550, endMs: 1000 },
    ];
    await storeCheckpoint(transcription, 'words', HEARD);
    await storeCheckpoint(transcription, 'speakers', { turns, doubts: [], voices: [] });
    await storage.remove(transcription.storageKey);
    await transcribe(await attempt());
    const text = await textOf(transcription);
    expect(text.map(({ speaker, text: said }) => [speaker, said])).toEqual([
      ['A', 'palavras'],
      ['B', 'guardadas'],
    ]);
  });

  it('does not repeat a diarization that an earlier attempt failed', async () => {
    const transcription = await sample();
    await storeCheckpoint(transcription, 'words', HEARD);
    await storeCheckpoint(transcription, 'speakers', null);
    await transcribe(await attempt());
    expect((await transcription.reload()).hasSpeakers).toBe(false);
  });

  it('writes nothing for a worker that lost its lease', async () => {
    const transcription = await sample();
    const replaced = await attempt();
    await attempt();
    await storeCheckpoint(transcription, 'words', HEARD);
    await storeCheckpoint(transcription, 'speakers', null);
    await expect(transcribe(replaced)).rejects.toBeInstanceOf(LeaseLost);
    await expect(failTranscription(replaced, 'transcription.failed')).rejects.toBeInstanceOf(LeaseLost);
    expect((await transcription.reload()).status).toBe('pending');
    expect(await Transcript.count()).toBe(0);
    expect(await Job.count({ where: { name: 'summarize' } })).toBe(0);
    expect(await consumedMs()).toBe(0);
  });

  it('stops on abort, and keeps its checkpoints for the next attempt', async () => {
    const transcription = await sample();
    const stop = new AbortController();
    const transcribing = transcribe(await attempt(stop.signal));
    const stopped = expect(transcribing).rejects.toThrow('the worker stops');
    await speechProcessOf(process.pid);
    stop.abort(new Error('the worker stops'));
    await stopped;
    expect(speechProcessesOf(process.pid)).toEqual([]);
    expect(await workFolders()).toEqual([]);
    expect((await transcription.reload()).status).toBe('processing');
    expect(await readBalance(userId)).toBe(TRIAL_MS - transcription.durationMs);
  });

  it('does not fail a succeeded transcription whose job becomes a dead letter', async () => {
    const transcription = await sample();
    await storeCheckpoint(transcription, 'words', HEARD);
    await storeCheckpoint(transcription, 'speakers', null);
    await transcribe(await attempt());
    await failTranscription(await attempt(), 'transcription.failed');
    expect((await transcription.reload()).status).toBe('succeeded');
    expect(await consumedMs()).toBe(transcription.durationMs);
    expect(await checkLedger()).toEqual([]);
  });

  it('does nothing for a deleted transcription', async () => {
    await enqueue('transcribe', { transcriptionId: 999_999 }, { userId });
    const run = await attempt();
    await transcribe(run);
    await failTranscription(run, 'transcription.failed');
    await completeJob(run.claim);
    expect(await Transcription.count()).toBe(0);
  });
});
