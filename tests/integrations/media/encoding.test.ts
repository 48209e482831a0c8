import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Mp3Rate } from '@/app/integrations/media/port';
import { availableAdapters, createTestFolder, decode, newOutput } from './adapters';
import { tone } from './recordings';
import { readSamples } from './samples';

const SECONDS = 120;
const BURSTS_AT_MS = [1_000, 60_500, 119_000];
/** Bytes of a frame of 36 ms, by bit rate. */
const BYTES_PER_FRAME: Record<Mp3Rate, number> = { 24: 108, 48: 216 };
const RATES: Mp3Rate[] = [24, 48];

const folder = await createTestFolder();
const input = path.join(folder, 'bursts.s16');
await writeFile(input, samplesWithBursts());

/** Silence with short tones, whose onsets are measurable to the millisecond. */
function samplesWithBursts(): Buffer {
  const samples = Buffer.alloc(SECONDS * 32_000);
  for (const atMs of BURSTS_AT_MS) tone(0.2).copy(samples, atMs * 32);
  return samples;
}

/** Onset times, in ms, of sounds after half a second of silence. */
function onsets(samples: Int16Array): number[] {
  const found: number[] = [];
  let heardAt = -Infinity;
  samples.forEach((sample, index) => {
    if (Math.abs(sample) < 1500) return;
    if (index - heardAt > 8_000) found.push(index / 16);
    heardAt = index;
  });
  return found;
}

for (const { name, create } of availableAdapters()) {
  describe(`${name}: an mp3 to play`, () => {
    const decoder = create();

    async function encoded(kbitPerSecond: Mp3Rate): Promise<string> {
      const output = path.join(folder, `${name}-${kbitPerSecond}.mp3`);
      await decoder.encode(input, output, { kbitPerSecond, signal: new AbortController().signal });
      return output;
    }

    async function onsetsIn(mp3: string): Promise<number[]> {
      const output = newOutput(folder);
      await decode(decoder, mp3, output);
      return onsets((await readSamples(output)).samples);
    }

    it.each(RATES)('of %i kbit/s keeps the times of its samples', async (rate) => {
      const heard = await onsetsIn(await encoded(rate));
      expect(heard).toHaveLength(BURSTS_AT_MS.length);
      const late = heard.map((atMs, index) => Math.abs(atMs - BURSTS_AT_MS[index]!));
      expect(Math.max(...late)).toBeLessThan(10);
    });

    it.each(RATES)('of %i kbit/s has frames of constant length', async (rate) => {
      const bytes = await readFile(await encoded(rate));
      const frame = BYTES_PER_FRAME[rate];
      expect(bytes.length % frame).toBe(0);
      expect(Math.abs((bytes.length / frame) * 36 - SECONDS * 1000)).toBeLessThan(100);
      const heads = Array.from({ length: bytes.length / frame }, (_, index) =>
        bytes.readUInt16BE(index * frame),
      );
      expect(new Set(heads)).toEqual(new Set([0xfff3]));
    });

    it.each(RATES)('of %i kbit/s can be sought by calculating the offset', async (rate) => {
      const bytes = await readFile(await encoded(rate));
      const frames = Math.floor(60_000 / 36);
      const rest = path.join(folder, `${name}-rest.mp3`);
      await writeFile(rest, bytes.subarray(frames * BYTES_PER_FRAME[rate]));
      const [first] = await onsetsIn(rest);
      expect(Math.abs(first! + frames * 36 - 60_500)).toBeLessThan(10);
    });

    it('leaves no partial file when aborted', async () => {
      const output = newOutput(folder);
      const signal = AbortSignal.abort(new Error('stopped'));
      await expect(decoder.encode(input, output, { kbitPerSecond: 24, signal })).rejects.toThrow('stopped');
      await expect(readFile(output)).rejects.toThrow('ENOENT');
    });
  });
}
