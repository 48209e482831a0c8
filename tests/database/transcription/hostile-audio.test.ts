import '@/tests/support/data-folder';
import '@/tests/support/remember-media';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { beforeEach, expect, it } from 'vitest';
import { AppError } from '@/app/domain/errors';
import { checkLedger } from '@/app/services/billing/wallet/check-ledger.server';
import { readBalance } from '@/app/services/billing/wallet/read-balance.server';
import { transcribe } from '@/app/services/transcription/transcribe.server';
import { uploadRecording } from '@/app/services/upload/upload-recording.server';
import { claimAttempt } from '@/tests/factories/attempt';
import { transcriptionOf } from '@/tests/factories/recording';
import { makeUser } from '@/tests/factories/user';
import { wav } from '@/tests/factories/wav';
import { sampleRecording } from '@/tests/http/transcription/recordings';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';

const RATE = 16_000;
const TRIAL_MS = 30 * 60_000;
const HEADER_BYTES = 44;

/** Samples of a wave, from -1 to 1, as 16 bits. */
function pcm(seconds: number, at: (second: number, index: number) => number): Buffer {
  const samples = Buffer.alloc(Math.round(seconds * RATE) * 2);
  for (let index = 0; index < samples.length / 2; index += 1) {
    samples.writeInt16LE(Math.round(32_767 * at(index / RATE, index)), index * 2);
  }
  return samples;
}

/** Deterministic pseudo-random noise, from -1 to 1. */
const noise = (index: number) => (((index * 1_103_515_245 + 12_345) >>> 8) % 65_536) / 32_768 - 1;

const chord = (second: number) =>
  [220, 277.2, 329.6].reduce((sum, hertz) => sum + Math.sin(2 * Math.PI * hertz * second) / 4, 0);

/** A WAV file of 32-bit float NaNs. */
function notNumbers(seconds: number): Buffer {
  const samples = Buffer.alloc(seconds * RATE * 4);
  for (let at = 0; at < samples.length; at += 4) samples.writeFloatLE(Number.NaN, at);
  const file = wav(samples, { bytesPerSample: 4 });
  file.writeUInt16LE(3, 20);
  return file;
}

/** The sample recording in the last of eight channels; the others are silent. */
function inEightChannels(): Buffer {
  const mono = sampleRecording().subarray(HEADER_BYTES);
  const samples = Buffer.alloc(mono.length * 8);
  for (let at = 0; at < mono.length; at += 2) {
    for (let channel = 0; channel < 8; channel += 1) mono.copy(samples, at * 8 + channel * 2, at, at + 2);
  }
  const file = wav(samples);
  file.writeUInt16LE(8, 22);
  file.writeUInt32LE(RATE * 16, 28);
  file.writeUInt16LE(16, 32);
  return file;
}

describeOnBothDatabases('a recording that means no good', () => {
  let userId: number;

  beforeEach(async () => {
    await resetDatabase();
    userId = await makeUser();
  });

  const send = (bytes: Buffer) =>
    uploadRecording({
      userId,
      submissionId: randomUUID(),
      language: 'pt',
      fileName: 'a.wav',
      body: Readable.from([bytes]),
    });

  /** The error code, or else the status, of an upload and its transcription. */
  async function outcomeOf(bytes: Buffer): Promise<string> {
    try {
      const transcription = await transcriptionOf(await send(bytes));
      await transcribe(await claimAttempt('transcribe'));
      await transcription.reload();
      return transcription.errorCode ?? transcription.status;
    } catch (error) {
      if (error instanceof AppError) return error.code;
      throw error;
    }
  }

  it.each<[string, () => Buffer]>([
    ['silence', () => wav(pcm(5, () => 0))],
    ['0.05 s', () => wav(pcm(0.05, chord))],
    ['samples that are no numbers', () => notNumbers(3)],
  ])('that is %s fails with a localised error and costs nothing', async (_name, make) => {
    expect(await outcomeOf(make())).toMatch(/^media\.(no-speech|invalid)$/);
    expect(await readBalance(userId)).toBe(TRIAL_MS);
    expect(await checkLedger()).toEqual([]);
  });

  it.each<[string, () => Buffer]>([
    ['a chord', () => wav(pcm(5, chord))],
    ['the loudest noise', () => wav(pcm(5, (_, index) => noise(index)))],
  ])('that is %s terminates, and is charged only with a transcript', async (_name, make) => {
    const outcome = await outcomeOf(make());
    expect(['media.no-speech', 'succeeded']).toContain(outcome);
    const paidMs = TRIAL_MS - (await readBalance(userId));
    expect(paidMs).toBe(outcome === 'succeeded' ? 5_000 : 0);
    expect(await checkLedger()).toEqual([]);
  });

  it('that has eight channels is transcribed like any other', async () => {
    expect(await outcomeOf(inEightChannels())).toBe('succeeded');
    expect(await checkLedger()).toEqual([]);
  });
});
