import '@/tests/support/data-folder';
import '@/tests/support/remember-media';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { settings } from '@/app/config/env.server';
import { TRIAL_CREDIT_MS } from '@/app/domain/billing/wallet/accounts';
import type { Word } from '@/app/domain/transcript/transcript';
import { media } from '@/app/integrations/media/index.server';
import { speech } from '@/app/integrations/speech/index.server';
import type { Recognition } from '@/app/integrations/speech/port';
import { checkLedger } from '@/app/services/billing/wallet/check-ledger.server';
import { holdMinutes } from '@/app/services/billing/wallet/hold-minutes.server';
import { readBalances } from '@/app/services/billing/wallet/read-balance.server';
import { transcribe } from '@/app/services/transcription/transcribe.server';
import { uploadRecording } from '@/app/services/upload/upload-recording.server';
import { inTransaction } from '@/models/database.server';
import type { Transcription } from '@/models/transcription.server';
import { WalletAccount } from '@/models/wallet-account.server';
import { WalletTransaction } from '@/models/wallet-transaction.server';
import { claimAttempt, utterancesOf } from '@/tests/factories/attempt';
import { matroska, NATURAL_STEP_MS } from '@/tests/factories/matroska';
import { giveMinutes } from '@/tests/factories/minutes';
import { transcriptionOf } from '@/tests/factories/recording';
import { makeUser } from '@/tests/factories/user';
import { sampleRecording } from '@/tests/http/transcription/recordings';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';

const BYTES_PER_MS = 32;
const SECOND_MS = 1000;
/** Long enough for the probe to trust the declared duration. */
const SILENCE_MS = 185 * SECOND_MS;
const SPEECH_MS = 20 * SECOND_MS;
const PLAYS_MS = SILENCE_MS + SPEECH_MS;

const silenceOf = (ms: number) => Buffer.alloc(ms * BYTES_PER_MS);

/** The end of the sample recording. */
const sampleSpeech = () => {
  const samples = sampleRecording();
  return samples.subarray(samples.length - SPEECH_MS * BYTES_PER_MS);
};

/** Silence, then speech; the timestamps advance at the given rates, so the declared duration can be wrong. */
const recordingOf = (silentStepMs: number, spokenStepMs: number) =>
  matroska([
    { samples: silenceOf(SILENCE_MS), stepMs: silentStepMs },
    { samples: sampleSpeech(), stepMs: spokenStepMs },
  ]);

const WORDS: Word[] = [{ text: 'palavras', startMs: 0, endMs: 500, confidence: 0.5 }];
const HEARD: Recognition = {
  words: WORDS,
  turns: null,
  hasConfidence: true,
  concerns: [],
  modelName: 'demo',
};

/** Declares 187 s and plays 205 s. */
const understatedRecording = () => recordingOf(NATURAL_STEP_MS, NATURAL_STEP_MS / 10);

describeOnBothDatabases('a recording that plays longer or shorter than it says', () => {
  const { maxFileMs } = settings;
  let userId: number;

  beforeEach(async () => {
    await resetDatabase();
    userId = await makeUser();
  });

  afterEach(() => {
    settings.maxFileMs = maxFileMs;
    vi.restoreAllMocks();
  });

  async function send(bytes: Buffer): Promise<Transcription> {
    const form = { userId, submissionId: randomUUID(), language: 'pt', fileName: 'a.mkv' } as const;
    return transcriptionOf(await uploadRecording({ ...form, body: Readable.from([bytes]) }));
  }

  /** Reduces the spendable balance to `ms`. */
  const leaveBalanceMs = (ms: number) =>
    inTransaction(async (transaction) => {
      const hold = {
        userId,
        amountMs: TRIAL_CREDIT_MS - ms,
        reason: 'transcription',
        reference: 'elsewhere',
      };
      await holdMinutes(hold, transaction);
    });

  const consumedMs = async () =>
    (await WalletAccount.findOne({ where: { userId, kind: 'consumed' }, rejectOnEmpty: true })).balanceMs;

  const holds = () => WalletTransaction.count({ where: { userId, kind: 'hold' } });

  /** Mocks the speech engine: decodes the audio and returns a fixed recognition. */
  function mockRecognition(heard: () => Recognition = () => HEARD) {
    vi.spyOn(speech, 'diarize').mockResolvedValue(null);
    return vi.spyOn(speech, 'recognize').mockImplementation(async ({ audio }) => {
      await audio();
      return heard();
    });
  }

  async function expectPlayed(transcription: Transcription): Promise<void> {
    await transcription.reload();
    expect(transcription).toMatchObject({ status: 'succeeded', durationMs: PLAYS_MS });
    expect(await consumedMs()).toBe(PLAYS_MS);
    const after = await readBalances(userId);
    expect(after).toMatchObject({ trial: TRIAL_CREDIT_MS - PLAYS_MS, reserved: 0 });
    expect(await checkLedger()).toEqual([]);
  }

  async function expectRefused(transcription: Transcription, errorCode: string): Promise<void> {
    const before = await readBalances(userId);
    const heldMs = transcription.durationMs;
    await transcribe(await claimAttempt('transcribe'));
    expect(await transcription.reload()).toMatchObject({ status: 'failed', errorCode });
    const after = await readBalances(userId);
    expect(after.reserved).toBe(before.reserved - heldMs);
    expect(after.trial).toBe(before.trial + heldMs);
    expect(await consumedMs()).toBe(0);
  }

  it('is transcribed to its last words', async () => {
    const transcription = await send(understatedRecording());
    expect(transcription.durationMs).toBeLessThan(188 * SECOND_MS);
    await transcribe(await claimAttempt('transcribe'));
    await expectPlayed(transcription);
    const said = await utterancesOf(transcription);
    expect(said.at(-1)!.endMs).toBeGreaterThan(PLAYS_MS - 5 * SECOND_MS);
    expect(await holds()).toBe(2);
  });

  it('is charged for the decoded duration', async () => {
    const transcription = await send(recordingOf(1.5 * NATURAL_STEP_MS, NATURAL_STEP_MS));
    expect(transcription.durationMs).toBeGreaterThan(290 * SECOND_MS);
    mockRecognition();
    await transcribe(await claimAttempt('transcribe'));
    await expectPlayed(transcription);
  });

  it('is held and charged once when its worker dies in between', async () => {
    const transcription = await send(understatedRecording());
    mockRecognition(() => {
      throw new Error('the worker died');
    });
    await expect(transcribe(await claimAttempt('transcribe'))).rejects.toThrow('the worker died');
    mockRecognition();
    expect((await transcription.reload()).durationMs).toBe(PLAYS_MS);
    expect(await checkLedger()).toEqual([]);
    await transcribe(await claimAttempt('transcribe'));
    await expectPlayed(transcription);
    expect(await holds()).toBe(2);
  });

  it('fails when the balance does not cover it, and decodes no further', async () => {
    const decode = vi.spyOn(media, 'decode');
    await leaveBalanceMs(195 * SECOND_MS);
    await expectRefused(await send(understatedRecording()), 'wallet.insufficient-funds');
    const decoded = await decode.mock.results[0]!.value;
    expect(decoded.durationMs).toBeLessThan(197 * SECOND_MS);
    expect(await holds()).toBe(2);
  });

  it('charges the whole balance when the overrun is within tolerance', async () => {
    const decode = vi.spyOn(media, 'decode');
    mockRecognition();
    await leaveBalanceMs(204 * SECOND_MS);
    const transcription = await send(understatedRecording());
    await transcribe(await claimAttempt('transcribe'));
    expect(await transcription.reload()).toMatchObject({ status: 'succeeded', durationMs: 204 * SECOND_MS });
    expect(await consumedMs()).toBe(204 * SECOND_MS);
    expect((await readBalances(userId)).trial).toBe(0);
    const decoded = await decode.mock.results[0]!.value;
    expect(decoded.durationMs).toBe(PLAYS_MS);
  });

  it('fails when it is longer than the limit', async () => {
    const transcription = await send(understatedRecording());
    settings.maxFileMs = 190 * SECOND_MS;
    await expectRefused(transcription, 'media.too-long');
    expect(await checkLedger()).toEqual([]);
  });

  it('fails when it is longer than the trial limit', async () => {
    const trialMs = 30 * 60 * SECOND_MS;
    const credit = {
      userId,
      account: 'trial',
      amountMs: trialMs,
      reason: 'grant',
      reference: 'more',
    } as const;
    await giveMinutes(credit);
    const recording = matroska(
      [
        { samples: Buffer.alloc(190 * 2000), stepMs: NATURAL_STEP_MS },
        { samples: Buffer.alloc(30 * 60 * 2000), stepMs: NATURAL_STEP_MS / 10 },
      ],
      { samplesPerSecond: 1000 },
    );
    const transcription = await send(recording);
    expect(transcription.durationMs).toBeLessThan(trialMs);
    await expectRefused(transcription, 'wallet.trial-file-too-long');
    expect(await checkLedger()).toEqual([]);
  });
});
