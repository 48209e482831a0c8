import { spawn } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { MediaDecoder } from '@/app/integrations/media/port';
import { createProcessDecoder, defaultLimits } from '@/app/integrations/media/process-decoder.server';
import {
  dsdiff,
  withJunkBefore,
  withLastPageAt,
  withoutFlacHeader,
  withQuarteredTimes,
} from '@/tests/factories/malformed-recordings';
import { availableAdapters, createTestFolder, decode, ffmpegPrograms, newOutput } from './adapters';
import { recordingStudio, store } from './recordings';

const folder = await createTestFolder();
const studio = ffmpegPrograms && recordingStudio(ffmpegPrograms.ffmpeg, folder);
const BYTES_PER_MS = 32;
const SECONDS = 4;
/** Tolerance for encoder delay and last frame, in ms. */
const FRAMES_MS = 130;

/** Expects that the probed duration equals the decoded one, and both the expected one. */
async function expectAgreement(decoder: MediaDecoder, file: string, playsMs: number): Promise<void> {
  const output = newOutput(folder);
  const probed = await decoder.probe(file);
  const decoded = await decode(decoder, file, output);
  const bytes = (await stat(output)).size;
  expect(Math.abs(bytes - decoded.durationMs * BYTES_PER_MS)).toBeLessThan(BYTES_PER_MS);
  expect(Math.abs(decoded.durationMs - playsMs)).toBeLessThan(FRAMES_MS);
  expect(Math.abs(probed.durationMs - decoded.durationMs)).toBeLessThanOrEqual(decoded.durationMs / 100);
}

/** Encodes a recording with ffmpeg and modifies its bytes. */
async function changed(
  name: string,
  encoding: string[],
  change: (bytes: Buffer) => Buffer = (bytes) => bytes,
): Promise<string> {
  const whole = await studio!.make(`whole-${name}`, [...studio!.toneInput(SECONDS, 48_000), ...encoding]);
  return store(folder, name, change(await readFile(whole)));
}

for (const { name, create } of availableAdapters()) {
  describe(`${name}: probe and decoder agree`, () => {
    const decoder = create();

    it('about DSDIFF', async () => {
      await expectAgreement(decoder, await store(folder, `${name}.8svx`, dsdiff(1)), 1000);
    });

    if (!studio) return;

    it.each<[what: string, file: string, encoding: string[], change: (bytes: Buffer) => Buffer]>([
      ['a .flac without its header', 'cut.flac', ['-c:a', 'flac'], withoutFlacHeader],
      ['a .flac with junk before its header', 'junk.flac', ['-c:a', 'flac'], withJunkBefore],
      ['an .m4a whose times are too short', 'times.m4a', ['-c:a', 'aac', '-f', 'ipod'], withQuarteredTimes],
      [
        'Ogg Speex with an absurd last packet',
        'absurd.oga',
        ['-ar', '16000', '-c:a', 'libspeex', '-f', 'ogg'],
        (ogg) => withLastPageAt(ogg, 1n << 40n),
      ],
    ])('about %s', async (_what, file, encoding, change) => {
      await expectAgreement(decoder, await changed(`${name}-${file}`, encoding, change), SECONDS * 1000);
    });

    it('about AC-3 of 35 ms', async () => {
      const encoding = ['-t', '0.035', '-c:a', 'ac3', '-f', 'ac3'];
      const file = await studio.make(`${name}-short.ac3`, [...studio.toneInput(1, 48_000), ...encoding]);
      await expectAgreement(decoder, file, 64);
    });

    it.each([
      ['AAC in an .mp3', 'aac.mp3', ['-c:a', 'aac', '-f', 'adts']],
      ['MP3 in an .m4a', 'mp3.m4a', ['-c:a', 'libmp3lame', '-f', 'mp3']],
      ['FLAC in an .ogg', 'flac.ogg', ['-c:a', 'flac', '-f', 'ogg']],
      ['MP3 in a .wav', 'mp3.wav', ['-c:a', 'libmp3lame', '-f', 'wav']],
      ['AC-3 in a .wav', 'ac3.wav', ['-c:a', 'ac3', '-f', 'wav']],
      ['3GP in an .amr', '3gp.amr', ['-c:a', 'aac', '-f', '3gp']],
      ['an .avi called .mp4', 'avi.mp4', ['-c:a', 'libmp3lame', '-f', 'avi']],
      ['an MPEG programme stream called .mpga', 'ps.mpga', ['-c:a', 'mp2', '-f', 'mpeg']],
      ['DTS in a .wav', 'dts.wav', ['-ac', '2', '-c:a', 'dca', '-strict', '-2', '-f', 'dts']],
      ['GSM called .au', 'gsm.gsm', ['-ar', '8000', '-c:a', 'libgsm', '-f', 'gsm']],
    ])('about %s', async (_what, file, encoding) => {
      await expectAgreement(decoder, await changed(`${name}-${file}`, encoding), SECONDS * 1000);
    });
  });
}

describe('a track with unreliable packet durations', () => {
  /** An adapter with a fixed probe result and decoded length. */
  function adapter(durationMs: number, playsMs: number): MediaDecoder {
    const program = (script: string) =>
      spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'pipe'] });
    const writing = `process.stdout.write(Buffer.alloc(${playsMs * BYTES_PER_MS}))`;
    return createProcessDecoder(
      {
        name: 'scripted',
        startProbe: () => program(''),
        parseProbe: async (stdout) => {
          await text(stdout);
          return { format: 'ape', audio: { durationMs, leadMs: 0, hasGaps: false, channels: 1 } };
        },
        startDecode: () => program(writing),
        startFollow: () => program(''),
        startEncode: () => program(''),
        interpretExitCode: (exitCode) => (exitCode === 0 ? 'done' : 'broken'),
      },
      { ...defaultLimits, maxRecordingMs: 600_000 },
    );
  }
  const file = () => store(folder, 'short.ape', 'MAC ');

  it('has its decoded duration', async () => {
    const decoder = adapter(0, 1500);
    expect((await decoder.probe(await file())).durationMs).toBe(1500);
    const { durationMs } = await decode(decoder, await file(), path.join(folder, 'ape.s16'));
    expect(durationMs).toBe(1500);
  });

  it('is rejected when it decodes to nothing', async () => {
    await expect(adapter(0, 0).probe(await file())).rejects.toMatchObject({ code: 'media.invalid' });
    await expect(adapter(0, 0.25).probe(await file())).rejects.toMatchObject({ code: 'media.invalid' });
  });

  it('is rejected as too long when it decodes beyond the limit', async () => {
    await expect(adapter(0, 600_001).probe(await file())).rejects.toMatchObject({ code: 'media.too-long' });
  });

  it('trusts the packets when the first three minutes agree', async () => {
    expect((await adapter(400_000, 400_500).probe(await file())).durationMs).toBe(400_000);
    expect((await adapter(400_000, 20_000).probe(await file())).durationMs).toBe(20_000);
  });
});
