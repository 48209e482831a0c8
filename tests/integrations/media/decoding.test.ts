import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { stat, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { childScript } from '@/app/config/child-script.server';
import { AppError } from '@/app/domain/errors';
import { createFfmpegDecoder } from '@/app/integrations/media/ffmpeg/ffmpeg.server';
import type { MediaDecoder } from '@/app/integrations/media/port';
import { type DecoderLimits, defaultLimits } from '@/app/integrations/media/process-decoder.server';
import { wav } from '../../factories/wav';
import { OFTEN } from '../../support/until';
import { availableAdapters, createTestFolder, decode, ffmpegPrograms, newOutput } from './adapters';
import { processesWith } from './processes';
import { store, tone } from './recordings';
import { readSamples } from './samples';

const folder = await createTestFolder();
const short = await store(folder, 'short.wav', wav(tone(20)));

/** Four hours of silence as a sparse file. */
const LONG_BYTES = 4 * 3_600_000 * 32;
async function longRecording(name: string): Promise<string> {
  const file = await store(folder, name, wav(Buffer.alloc(0), { statedBytes: LONG_BYTES }));
  await truncate(file, 44 + LONG_BYTES);
  return file;
}

for (const { name, create } of availableAdapters()) {
  describe(`${name}: decoding`, () => {
    const decoder = create();

    it('has a name', () => {
      expect(decoder.name).toBe(name);
    });

    it('reports increasing progress up to 1', async () => {
      const told: number[] = [];
      await decode(decoder, short, newOutput(folder), { onProgress: (fraction) => told.push(fraction) });
      expect(told.length).toBeGreaterThan(1);
      expect(told).toEqual([...new Set(told)].sort((a, b) => a - b));
      expect(told[0]).toBeGreaterThan(0);
      expect(told.at(-1)).toBe(1);
    });

    it('overwrites an existing output', async () => {
      const output = await store(folder, `full-${name}.pcm`, Buffer.alloc(2_000_000));
      await decode(decoder, short, output);
      expect((await readSamples(output)).durationMs).toBe(20_000);
    });

    it('is deterministic, also when several run at once', async () => {
      const runs = Array.from({ length: 12 }, async () => {
        const output = newOutput(folder);
        await decode(decoder, short, output);
        return (await stat(output)).size;
      });
      expect(new Set(await Promise.all(runs))).toEqual(new Set([20_000 * 32]));
    });

    it('stops exactly at the maximum duration and leaves no process', async () => {
      const input = await longRecording(`limited-${name}.wav`);
      const output = newOutput(folder);
      const told: number[] = [];
      const { durationMs } = await decode(decoder, input, output, {
        maxDurationMs: 2_500,
        onProgress: (fraction) => told.push(fraction),
      });
      expect(durationMs).toBe(2_500);
      expect((await stat(output)).size).toBe(2_500 * 32);
      expect(told.at(-1)).toBe(1);
      expect(processesWith(input)).toEqual([]);
    });

    it('aborted while running: rejects with the reason, leaves neither process nor output', async () => {
      const input = await longRecording(`aborted-${name}.wav`);
      const output = newOutput(folder);
      const abort = new AbortController();
      const reason = new Error('deleted by its owner');
      let running: number[] = [];
      let lastTold = 0;
      const onProgress = (fraction: number) => {
        lastTold = fraction;
        if (abort.signal.aborted) return;
        running = processesWith(input);
        abort.abort(reason);
      };
      await expect(decode(decoder, input, output, { signal: abort.signal, onProgress })).rejects.toBe(reason);
      expect(running).toHaveLength(1);
      expect(lastTold).toBeLessThan(0.5);
      expect(processesWith(input)).toEqual([]);
      expect(existsSync(output)).toBe(false);
    });

    it('aborted before it starts: rejects with the reason', async () => {
      const reason = new Error('too late');
      const output = newOutput(folder);
      await expect(decode(decoder, short, output, { signal: AbortSignal.abort(reason) })).rejects.toBe(
        reason,
      );
      expect(existsSync(output)).toBe(false);
    });

    it('rejects and leaves no process when it cannot write', async () => {
      const input = await longRecording(`unwritable-${name}.wav`);
      const output = path.join(folder, 'missing', 'output.pcm');
      await expect(decode(decoder, input, output)).rejects.toThrow('ENOENT');
      expect(processesWith(input)).toEqual([]);
    });

    it('stops reading at the duration limit for recordings', async () => {
      const input = await longRecording(`longest-${name}.wav`);
      const decoder = create({ ...defaultLimits, maxRecordingMs: 1_000 });
      const tooLong = new AppError('media.too-long', { limit: 1_000 / 3_600_000 });
      await expect(decoder.probe(input)).rejects.toEqual(tooLong);
      await expect(decode(decoder, input, newOutput(folder))).rejects.toEqual(tooLong);
      expect(processesWith(input)).toEqual([]);
    });

    it('rejects when the file is missing', async () => {
      const missing = path.join(folder, 'missing.wav');
      await expect(decoder.probe(missing)).rejects.toThrow('ENOENT');
      await expect(decode(decoder, missing, newOutput(folder))).rejects.toThrow('ENOENT');
    });
  });

  describe(`${name}: a child that fails`, () => {
    const tight: [what: string, limits: Partial<DecoderLimits>][] = [
      ['time', { probeTimeoutMs: () => 1, decodeTimeoutMs: () => 1 }],
    ];
    if (existsSync('/proc/self/status')) tight.push(['memory', { maxMemoryBytes: 1 }]);

    it.each(tight)('over its %s limit: probe reports an invalid file, decode fails', async (what, limits) => {
      const input = await longRecording(`tight-${what}-${name}.wav`);
      await expectChildFailure(create({ ...defaultLimits, ...limits }), input, newOutput(folder));
      expect(processesWith(input)).toEqual([]);
    });

    it('decode timeout: decode fails', async () => {
      const input = await longRecording(`slow-${name}.wav`);
      const output = newOutput(folder);
      const decoder = create({ ...defaultLimits, decodeTimeoutMs: () => 1 });
      await expect(decode(decoder, input, output)).rejects.toThrow('took more than 1 ms');
      expect(existsSync(output)).toBe(false);
    });

    it('crash while probing: an invalid file', async () => {
      const input = await longRecording(`crash-probe-${name}.wav`);
      const probing = create().probe(input);
      const outcome = expect(probing).rejects.toEqual(new AppError('media.invalid'));
      await expect.poll(() => processesWith(input), OFTEN).not.toEqual([]);
      process.kill(processesWith(input)[0]!, 'SIGSEGV');
      await outcome;
    });

    it('crash while decoding: a failure that is not attributed to the file', async () => {
      const input = await longRecording(`crash-decode-${name}.wav`);
      const output = newOutput(folder);
      let crashed = false;
      const onProgress = () => {
        if (crashed) return;
        crashed = true;
        process.kill(processesWith(input)[0]!, 'SIGSEGV');
      };
      const error = await decode(create(), input, output, { onProgress }).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(Error);
      expect(error).not.toBeInstanceOf(AppError);
      expect(existsSync(output)).toBe(false);
    });

    it('exits with its parent', async () => {
      const input = await longRecording(`orphan-${name}.wav`);
      const output = newOutput(folder);
      childScript('app/integrations/media/libav/child.ts');
      const script = childScript('tests/integrations/media/decode-forever.ts');
      const parent = fork(script.path, [name, input, output]);
      await once(parent, 'message');
      const children = processesWith(input).filter((pid) => pid !== parent.pid);
      expect(children).toHaveLength(1);
      parent.kill('SIGKILL');
      await expect.poll(() => processesWith(input), OFTEN).toEqual([]);
    });
  });
}

describe('ffmpeg: programs that cannot run', () => {
  it.each([
    ['missing', path.join(folder, 'nowhere')],
    ['not programs', short],
  ])('%s: no verdict on the file', async (_, program) => {
    const decoder = createFfmpegDecoder({ ffmpeg: program, ffprobe: program });
    await expect(decoder.probe(short)).rejects.toThrow('could not be started');
  });

  it('broken: no verdict on the file', async () => {
    const broken = path.join(folder, 'broken');
    await writeFile(broken, '#!/bin/sh\necho library not found >&2; exit 127\n', { mode: 0o755 });
    const decoder = createFfmpegDecoder({ ffmpeg: broken, ffprobe: broken });
    await expect(decoder.probe(short)).rejects.toThrow('library not found');
    if (!ffmpegPrograms) return;
    const halfBroken = createFfmpegDecoder({ ...ffmpegPrograms, ffmpeg: broken });
    await expect(decode(halfBroken, short, newOutput(folder))).rejects.toThrow('library not found');
  });
});

async function expectChildFailure(decoder: MediaDecoder, input: string, output: string) {
  await expect(decoder.probe(input)).rejects.toEqual(new AppError('media.invalid'));
  const error = await decode(decoder, input, output).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toBeInstanceOf(AppError);
  expect(existsSync(output)).toBe(false);
}
