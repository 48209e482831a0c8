import { describe, expect, it } from 'vitest';
import { PeakMeter, peakCountOf } from '@/app/domain/transcription/peaks';

const bytesOf = (samples: number[]) => new Uint8Array(Int16Array.from(samples).buffer);

function peaksOf(samples: number[], peakCount: number, cutAt: number[] = []): number[] {
  const bytes = bytesOf(samples);
  const meter = new PeakMeter(samples.length, peakCount);
  const cuts = [0, ...cutAt, bytes.length];
  for (const [index, from] of cuts.slice(0, -1).entries()) meter.add(bytes.subarray(from, cuts[index + 1]));
  return [...meter.peaks()];
}

describe('the number of peaks', () => {
  it.each([
    ['no samples', 0, 0],
    ['one sample', 1, 1],
    ['a tenth of a second', 1_600, 1],
    ['half a minute', 30 * 16_000, 300],
    ['two hours', 7_200 * 16_000, 4_000],
    ['ten hours', 36_000 * 16_000, 4_000],
  ])('of %s', (_case, samples, count) => {
    expect(peakCountOf(samples)).toBe(count);
  });
});

describe('the peaks of a recording', () => {
  it('are the square root of the RMS, beside the loudest part', () => {
    expect(peaksOf([8_000, -8_000, 2_000, -2_000, 0, 0], 3)).toEqual([255, 128, 0]);
  });

  it('reach the full height for the loudest possible samples', () => {
    expect(peaksOf([-32_768, 32_767], 2)).toEqual([255, 255]);
  });

  it('are none for no samples', () => {
    expect(peaksOf([], 0)).toEqual([]);
  });

  it('are zeros for silence', () => {
    expect(peaksOf([0, 0, 0, 0], 2)).toEqual([0, 0]);
  });

  it('stay low for the noise of a silent room', () => {
    expect(Math.max(...peaksOf([1, -1, 1, -1], 2))).toBeLessThan(64);
  });

  it('take a single sample', () => {
    expect(peaksOf([-500], 1)).toEqual([255]);
  });

  it('divide samples that do not come out even', () => {
    expect(peaksOf([0, 0, 9_000, 0, 0, 0, 9_000], 3)).toEqual([0, 255, 230]);
  });

  it('do not depend on where the chunks are cut', () => {
    const samples = Array.from({ length: 101 }, (_, index) => Math.round(9_000 * Math.sin(index)));
    const whole = peaksOf(samples, 7);
    for (let cut = 0; cut <= 202; cut += 1) expect(peaksOf(samples, 7, [cut])).toEqual(whole);
    expect(peaksOf(samples, 7, [1, 2, 3, 3, 8, 101])).toEqual(whole);
  });

  it('leave parts without samples silent, and ignore samples past the last', () => {
    const meter = new PeakMeter(4, 2);
    meter.add(bytesOf([100, 100]));
    expect([...meter.peaks()]).toEqual([255, 0]);
    meter.add(bytesOf([100, 100, 32_000]));
    expect([...meter.peaks()]).toEqual([255, 255]);
  });
});
