import { existsSync } from 'node:fs';
import { appendFile, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { projectDir } from '@/app/config/env.server';
import { AppError } from '@/app/domain/errors';
import type { MediaDecoder } from '@/app/integrations/media/port';
import { matroska, NATURAL_STEP_MS } from '../../factories/matroska';
import { runningProcesses } from '../../support/running-processes';
import { OFTEN } from '../../support/until';
import { availableAdapters, createTestFolder, decode, ffmpegPrograms, newOutput } from './adapters';
import { recordingStudio, store, tone } from './recordings';
import { loudest, readSamples } from './samples';

/** Length of the sample, of which the first seconds are written one by one. */
const SAMPLE_SECONDS = 72;
const WATCHED_SECONDS = 5;

const folder = await createTestFolder();
const spoken = await readFile(await record());

/** The sample as a browser records it: WebM without a duration; without ffmpeg as samples in Matroska. */
async function record(): Promise<string> {
  const wav = path.join(projectDir, 'public/sample/reuniao.wav');
  if (!ffmpegPrograms) {
    const samples = (await readFile(wav)).subarray(44);
    return store(folder, 'spoken.mka', matroska([{ samples, stepMs: NATURAL_STEP_MS }]));
  }
  const { make } = recordingStudio(ffmpegPrograms.ffmpeg, folder);
  const live = ['-f', 'webm', '-live', '1', '-cluster_time_limit', '1000'];
  return make('spoken.webm', ['-i', wav, '-c:a', 'libopus', '-b:a', '32k', '-ar', '48000', ...live]);
}

/** Child processes of this one that decode. */
const decoders = () =>
  runningProcesses()
    .filter(({ parent, command }) => parent === process.pid && /ffmpeg|libav\/child/.test(command))
    .map(({ pid }) => pid);

function follow(decoder: MediaDecoder, input: string) {
  const output = newOutput(folder);
  const stop = new AbortController();
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const result = decoder.follow(input, output, { ended, signal: stop.signal });
  result.catch(() => {});
  return {
    output,
    stop,
    end,
    result,
    sizeOf: async () => (existsSync(output) ? (await stat(output)).size : 0),
  };
}

async function decoded(decoder: MediaDecoder, content: Buffer, name: string): Promise<Buffer> {
  const output = newOutput(folder);
  await decode(decoder, await store(folder, name, content), output);
  return readFile(output);
}

for (const { name, create } of availableAdapters()) {
  describe(`${name}: a recording that grows`, () => {
    const decoder = create();
    const newInput = (what: string) => path.join(folder, `${what}-${name}.webm`);

    it('is decoded as it comes, to the same samples as when it is whole', async () => {
      const input = newInput('grows');
      const { output, end, result, sizeOf } = follow(decoder, input);
      await sleep(300);
      const second = Math.ceil(spoken.length / SAMPLE_SECONDS);
      for (let seconds = 1; seconds <= WATCHED_SECONDS; seconds += 1) {
        await appendFile(input, spoken.subarray((seconds - 1) * second, seconds * second));
        await expect.poll(sizeOf, OFTEN).toBeGreaterThan((seconds - 1) * 32_000);
      }
      await appendFile(input, spoken.subarray(WATCHED_SECONDS * second));
      end();
      const { durationMs } = await result;
      const whole = await decoded(decoder, spoken, `grown-${name}.webm`);
      const samples = await readFile(output);
      expect(samples.equals(whole)).toBe(true);
      expect(durationMs).toBe(Math.round(whole.length / 32));
      expect(decoders()).toEqual([]);
    });

    it('may end in the middle of a cluster', async () => {
      const torn = spoken.subarray(0, Math.floor(spoken.length / 3) + 777);
      const input = await store(folder, `torn-${name}.webm`, torn);
      const { output, result, end } = follow(decoder, input);
      end();
      await result;
      const whole = await decoded(decoder, torn, `torn-whole-${name}.webm`);
      expect((await readFile(output)).equals(whole)).toBe(true);
    });

    it('keeps a late start and a pause as silence, at the times of the whole recording', async () => {
      const sound = (seconds: number) => ({ samples: tone(seconds), stepMs: NATURAL_STEP_MS });
      const silentBlock = (stepMs: number) => ({ samples: Buffer.alloc(3_200), stepMs });
      const recording = matroska([sound(1), silentBlock(3_000), sound(1)], { startMs: 2_000 });
      const input = await store(folder, `gap-${name}.mka`, recording);
      const { output, end, result } = follow(decoder, input);
      end();
      await result;
      const { samples, durationMs } = await readSamples(output);
      expect(Math.abs(durationMs - 7_000)).toBeLessThanOrEqual(20);
      expect(loudest(samples, 3_200, 5_900)).toBeLessThan(100);
      expect(loudest(samples, 0, 1_900)).toBeLessThan(100);
      expect(loudest(samples, 6_100, 6_900)).toBeGreaterThan(5_000);
      const whole = await decoded(decoder, recording, `gap-whole-${name}.mka`);
      expect(Math.abs(whole.length / 32 - durationMs)).toBeLessThanOrEqual(1);
    });

    it('aborted: rejects with the reason at once, leaves neither process nor output', async () => {
      const input = newInput('aborted');
      await writeFile(input, spoken.subarray(0, spoken.length / 2));
      const { output, stop, result, sizeOf } = follow(decoder, input);
      await expect.poll(sizeOf, OFTEN).toBeGreaterThan(0);
      const reason = new Error('deleted by its owner');
      const startedAt = performance.now();
      stop.abort(reason);
      await expect(result).rejects.toBe(reason);
      expect(performance.now() - startedAt).toBeLessThan(1_000);
      expect(decoders()).toEqual([]);
      expect(existsSync(output)).toBe(false);
    });

    it('a child that is killed is a failure that is not attributed to the recording', async () => {
      const input = newInput('killed');
      await writeFile(input, spoken.subarray(0, spoken.length / 2));
      const { output, result, sizeOf } = follow(decoder, input);
      await expect.poll(sizeOf, OFTEN).toBeGreaterThan(0);
      for (const pid of decoders()) process.kill(pid, 'SIGKILL');
      const error = await result.catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(Error);
      expect(error).not.toBeInstanceOf(AppError);
      expect(existsSync(output)).toBe(false);
    });

    it.each([
      ['nothing', ''],
      ['no recording', 'Ata da reunião. '.repeat(1_000)],
      ['a playlist', '#EXTM3U\n#EXTINF:10,\nfile:///etc/hostname\n'],
    ])('%s is invalid', async (what, content) => {
      const input = await store(folder, `${what}-${name}.webm`, content);
      const { output, end, result } = follow(decoder, input);
      end();
      await expect(result).rejects.toEqual(new AppError('media.invalid'));
      expect(existsSync(output)).toBe(false);
    });

    it('that is never written is invalid', async () => {
      const { end, result } = follow(decoder, newInput('missing'));
      end();
      await expect(result).rejects.toEqual(new AppError('media.invalid'));
    });
  });
}
