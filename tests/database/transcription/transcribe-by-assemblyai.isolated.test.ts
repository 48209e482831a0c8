import '@/tests/support/data-folder';
import '@/tests/support/remember-media';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { settings } from '@/app/config/env.server';
import { JOB_ATTEMPTS } from '@/app/domain/jobs';
import { checkLedger } from '@/app/services/billing/wallet/check-ledger.server';
import { readBalance } from '@/app/services/billing/wallet/read-balance.server';
import { moveToDeadLetters } from '@/app/services/platform/jobs/finish-job.server';
import { TryAgain, WorkerDied } from '@/app/services/platform/jobs/job';
import { deleteRemoteTranscript } from '@/app/services/transcription/delete-remote-transcript.server';
import { deleteTranscription } from '@/app/services/transcription/delete-transcription.server';
import { describeModel } from '@/app/services/transcription/describe-model.server';
import { handleTranscriptionDeadLetter } from '@/app/services/transcription/fail-transcription.server';
import { transcribe } from '@/app/services/transcription/transcribe.server';
import { uploadSample } from '@/app/services/upload/upload-sample.server';
import { Job } from '@/models/job.server';
import { Transcription } from '@/models/transcription.server';
import { claimAttempt, uploadOwnSample, utterancesOf } from '@/tests/factories/attempt';
import { exhaustAttempts } from '@/tests/factories/exhaust-attempts';
import { recognizeSampleAsAssemblyAi, SAMPLE_WORDS } from '@/tests/factories/recognized-sample';
import { transcriptionOf } from '@/tests/factories/recording';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';

const server = await vi.hoisted(async () => {
  const { AssemblyAiServer } = await import('@/tests/support/assemblyai-server');
  const started = await new AssemblyAiServer().start();
  const { apiKey: ASSEMBLYAI_API_KEY, url: ASSEMBLYAI_BASE_URL } = started;
  Object.assign(process.env, { SPEECH_ENGINE: 'assemblyai', ASSEMBLYAI_API_KEY, ASSEMBLYAI_BASE_URL });
  return started;
});

afterAll(() => server.stop());

const TRIAL_MS = 30 * 60_000;

describeOnBothDatabases('transcribing by AssemblyAI', () => {
  let userId: number;

  beforeEach(async () => {
    await resetDatabase();
    server.reset();
    server.recognize = recognizeSampleAsAssemblyAi;
    userId = await makeUser();
  });

  it('transcribes with speakers, charges once and deletes everything at AssemblyAI', async () => {
    const transcription = await uploadOwnSample(userId);
    expect(await describeModel()).toEqual({ state: 'full' });
    const begun = transcribe(await claimAttempt('transcribe'));
    await expect(begun).rejects.toMatchObject({ name: 'NotYet', retryInMs: 3_000, isAfresh: true });
    await expect(transcribe(await claimAttempt('transcribe'))).rejects.toMatchObject({ name: 'NotYet' });
    expect((await transcription.reload()).status).toBe('processing');
    expect(server.startedTranscripts[0]).toMatchObject({ language_code: 'pt', speaker_labels: true });
    expect(server.startedTranscripts[0]).not.toHaveProperty('webhook_url');
    await server.finishAll();
    await transcribe(await claimAttempt('transcribe'));

    expect(await transcription.reload()).toMatchObject({
      status: 'succeeded',
      hasSpeakers: true,
      modelName: 'assemblyai universal-3-5-pro',
      confidenceScore: 90,
    });
    const text = await utterancesOf(transcription);
    expect(text.flatMap(({ words }) => words.map((word) => word.text))).toEqual(
      SAMPLE_WORDS.map((word) => word.text),
    );
    expect(new Set(text.map(({ speaker }) => speaker))).toEqual(new Set(['A', 'B']));
    expect(server.startedTranscripts).toHaveLength(1);
    expect(await readBalance(userId)).toBe(TRIAL_MS - transcription.durationMs);
    expect(await checkLedger()).toEqual([]);
    await deleteRemoteTranscript(await claimAttempt('forget-elsewhere'));
    expect([server.transcripts.size, server.removed.length]).toEqual([0, 1]);
  });

  it('does not submit the audio again when the worker dies before it stores the remote id', async () => {
    const transcription = await uploadOwnSample(userId);
    server.faults.add('POST /v2/transcript', { kind: 'cut', done: true });
    const cut = transcribe(await claimAttempt('transcribe'));
    await expect(cut).rejects.toMatchObject({ name: 'TryAgain', retryInMs: 30_000 });
    await expect(transcribe(await claimAttempt('transcribe'))).rejects.toMatchObject({ name: 'NotYet' });
    await server.finishAll();
    await transcribe(await claimAttempt('transcribe'));
    expect((await transcription.reload()).status).toBe('succeeded');
    expect([server.startedTranscripts.length, server.uploads.size]).toEqual([1, 1]);
    expect(await checkLedger()).toEqual([]);
  });

  it('waits as long as Retry-After says', async () => {
    await uploadOwnSample(userId);
    server.faults.add('POST /v2/upload', { kind: 'status', status: 429, retryAfter: '120' });
    const busy = transcribe(await claimAttempt('transcribe'));
    await expect(busy).rejects.toBeInstanceOf(TryAgain);
    await expect(busy).rejects.toMatchObject({ retryInMs: 120_000 });
  });

  it('deletes the remote transcript of a transcription deleted in progress', async () => {
    const { publicId } = await uploadOwnSample(userId);
    await transcribe(await claimAttempt('transcribe')).catch(() => undefined);
    await deleteTranscription({ userId, publicId, submissionId: crypto.randomUUID() });
    await deleteRemoteTranscript(await claimAttempt('forget-elsewhere'));
    expect(server.transcripts.size).toBe(0);
    expect(await readBalance(userId)).toBe(TRIAL_MS);
    expect(await checkLedger()).toEqual([]);
  });

  it('transcribes the sample recording locally', async () => {
    const form = { userId, submissionId: crypto.randomUUID(), language: 'pt' } as const;
    const sample = await transcriptionOf(await uploadSample(form));
    await transcribe(await claimAttempt('transcribe'));
    expect(await sample.reload()).toMatchObject({ status: 'succeeded', modelName: 'demo' });
    expect(server.requests).toEqual([]);
  });

  it.each([
    [500, 'transcription.engine-unavailable'],
    [401, 'transcription.engine-refused'],
  ])('fails with the reason and releases the hold when every attempt gets %i', async (status, code) => {
    const transcription = await uploadOwnSample(userId);
    const faults = Array.from({ length: JOB_ATTEMPTS }, () => ({ kind: 'status', status }) as const);
    server.faults.add('POST /v2/upload', ...faults);
    await exhaustAttempts('transcribe');
    expect(server.faults.remaining).toBe(0);
    expect(await transcription.reload()).toMatchObject({ status: 'failed', errorCode: code, stage: null });
    expect(await readBalance(userId)).toBe(TRIAL_MS);
    expect(await checkLedger()).toEqual([]);
    const dead = await Job.findOne({ where: { status: 'dead' }, rejectOnEmpty: true });
    expect(dead.attempts).toBe(JOB_ATTEMPTS);
    const log = readFileSync(path.join(settings.dataDir, 'log', 'celeste.log'), 'utf8');
    expect(log).toContain('AssemblyAI');
    for (const secret of [server.apiKey, 'reuniao', SAMPLE_WORDS[0]!.text, 'cdn.assemblyai.com']) {
      expect([secret, `${log} ${dead.lastError}`.includes(secret)]).toEqual([secret, false]);
    }
  });

  it('fails as interrupted when every attempt’s worker died', async () => {
    const transcription = await uploadOwnSample(userId);
    const run = await claimAttempt('transcribe');
    await handleTranscriptionDeadLetter(run, new WorkerDied());
    await moveToDeadLetters(run.claim, new WorkerDied());
    const errorCode = 'transcription.interrupted';
    expect(await transcription.reload()).toMatchObject({ status: 'failed', errorCode });
    expect(await readBalance(userId)).toBe(TRIAL_MS);
    const other = await uploadOwnSample(userId);
    await handleTranscriptionDeadLetter(await claimAttempt('transcribe'), new Error('a mistake of ours'));
    expect(await other.reload()).toMatchObject({ errorCode: 'transcription.failed' });
    expect(await Transcription.count({ where: { status: 'failed' } })).toBe(2);
    expect(await checkLedger()).toEqual([]);
  });
});
