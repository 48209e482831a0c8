import '@/tests/support/data-folder';
import '@/tests/support/remember-media';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { settings } from '@/app/config/env.server';
import { log } from '@/app/config/log.server';
import { JOB_ATTEMPTS } from '@/app/domain/jobs';
import { translator } from '@/app/i18n/texts.server';
import { checkLedger } from '@/app/services/billing/wallet/check-ledger.server';
import { readBalance } from '@/app/services/billing/wallet/read-balance.server';
import { transcribe } from '@/app/services/transcription/transcribe.server';
import { Checkpoint } from '@/models/checkpoint.server';
import { Job } from '@/models/job.server';
import { claimAttempt, uploadOwnSample, utterancesOf } from '@/tests/factories/attempt';
import { exhaustAttempts } from '@/tests/factories/exhaust-attempts';
import { makeMeeting } from '@/tests/factories/meeting';
import { recognizeSample, SAMPLE_WORDS } from '@/tests/factories/recognized-sample';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';
import type { SpeechFault } from '@/tests/support/speech-faults';

const server = await vi.hoisted(async () => {
  const { OpenAiSpeechServer } = await import('@/tests/support/openai-speech-server');
  const started = await new OpenAiSpeechServer().start();
  Object.assign(process.env, {
    SPEECH_ENGINE: 'openai',
    SPEECH_OPENAI_URL: started.url,
    SPEECH_OPENAI_KEY: started.key,
    SPEECH_OPENAI_MODEL: 'whisper-1',
  });
  return started;
});

afterAll(() => server.stop());

describeOnBothDatabases('transcribing by a server that speaks OpenAI’s API', () => {
  let userId: number;

  beforeEach(async () => {
    await resetDatabase();
    server.requests.length = 0;
    server.recognize = recognizeSample;
    server.dialect = 'openai';
    server.language = 'portuguese';
    server.answer = null;
    userId = await makeUser();
  });

  it('tells who was invited to the meeting', async () => {
    const { id: transcriptionId } = await uploadOwnSample(userId);
    const guests = [{ email: 'bia@example.com', name: 'Beatriz Lopes' }];
    await makeMeeting(userId, { transcriptionId, guests: JSON.stringify(guests) });
    await transcribe(await claimAttempt('transcribe'));
    expect(server.requests[0]!.prompt).toContain('Beatriz Lopes');
  });

  it('transcribes with speakers, and sends no segment twice after a fault', async () => {
    const balance = await readBalance(userId);
    const transcription = await uploadOwnSample(userId);
    server.faults.add('POST /v1/audio/transcriptions', { kind: 'cut' });
    await transcription.update({ expectedAt: new Date(Date.now() + 60_000) });
    const cut = transcribe(await claimAttempt('transcribe'));
    await expect(cut).rejects.toMatchObject({ name: 'TryAgain', retryInMs: 30_000 });
    expect(await Checkpoint.count({ where: { stage: 'openai-plan' } })).toBe(1);
    expect((await transcription.reload()).expectedAt).toBeNull();
    const error = await cut.catch((thrown: unknown) => thrown);
    log.error({ error }, 'a job failed');

    await transcribe(await claimAttempt('transcribe'));
    expect(await transcription.reload()).toMatchObject({
      status: 'succeeded',
      hasSpeakers: true,
      modelName: 'whisper-1',
      confidenceScore: Math.round(Math.exp(-0.25) * 10_000) / 100,
    });
    const text = await utterancesOf(transcription);
    expect(text.flatMap(({ words }) => words.map((word) => word.text))).toEqual(
      SAMPLE_WORDS.map((word) => word.text),
    );
    expect(new Set(text.map(({ speaker }) => speaker))).toEqual(new Set(['A', 'B']));
    expect(server.requests).toHaveLength(1);
    expect(await readBalance(userId)).toBe(balance - transcription.durationMs);
    expect(await checkLedger()).toEqual([]);
    expect(await Checkpoint.count()).toBe(0);
    expect(await Job.count({ where: { name: 'forget-elsewhere' } })).toBe(0);

    const written = readFileSync(path.join(settings.dataDir, 'log', 'celeste.log'), 'utf8');
    expect(written).toContain('the speech server gave no answer');
    for (const secret of [server.key, 'reuniao', SAMPLE_WORDS[0]!.text]) {
      expect([secret, written.includes(secret)]).toEqual([secret, false]);
    }
  });

  const quota = JSON.stringify({ error: { message: '', code: 'insufficient_quota' } });
  it.each<[string, SpeechFault, string, number]>([
    ['a used-up quota', { kind: 'status', status: 429, body: quota }, 'quota', 1],
    ['status 401', { kind: 'status', status: 401 }, 'key', 1],
    ['status 413', { kind: 'status', status: 413 }, 'file-too-large', 1],
    ['HTML', { kind: 'body', body: '<html>' }, 'answer-unreadable', JOB_ATTEMPTS],
    ['an answer that breaks off', { kind: 'half' }, 'answer-cut', JOB_ATTEMPTS],
  ])('ends with its own reason after %s', async (_name, fault, reason, attempts) => {
    const transcription = await uploadOwnSample(userId);
    server.faults.add('POST /v1/audio/transcriptions', ...Array.from({ length: attempts }, () => fault));
    await exhaustAttempts('transcribe');
    expect(server.faults.remaining).toBe(0);
    const errorCode = `transcription.engine-${reason}` as const;
    expect(await transcription.reload()).toMatchObject({ status: 'failed', errorCode, expectedAt: null });
    expect(await checkLedger()).toEqual([]);
    for (const language of ['pt', 'en'] as const) {
      expect(translator(language, 'errors')(errorCode as 'transcription.engine-quota')).toMatch(
        /serviço|service/,
      );
    }
  });

  it('warns that a short answer is in another language', async () => {
    const transcription = await uploadOwnSample(userId);
    server.recognize = () => [{ word: 'Hello', start: 1, end: 2 }];
    server.language = 'english';
    await transcribe(await claimAttempt('transcribe'));
    const { concerns, status } = await transcription.reload();
    expect(status).toBe('succeeded');
    expect(JSON.parse(concerns!)[0]).toMatchObject({ kind: 'language', language: 'en' });
  });

  it('estimates impossible times, and says so, instead of finding no speech', async () => {
    const transcription = await uploadOwnSample(userId);
    server.answer =
      '{"text": "bom dia", "segments": [{"start": NaN, "end": -1, "text": "bom dia"}, {"start": 1, "end": 2, "text": "a todos"}]}';
    await transcribe(await claimAttempt('transcribe'));
    const { concerns, status } = await transcription.reload();
    expect(status).toBe('succeeded');
    expect(JSON.parse(concerns!).map(({ kind }: { kind: string }) => kind)).toContain('times');
    expect((await utterancesOf(transcription)).map(({ text }) => text).join(' ')).toMatch(/^bom dia a todos/);
  });

  it('stores no confidence score when the server reports none', async () => {
    const transcription = await uploadOwnSample(userId);
    server.dialect = 'sparse';
    await transcribe(await claimAttempt('transcribe'));
    expect(await transcription.reload()).toMatchObject({ status: 'succeeded', confidenceScore: null });
  });
});
