import { describe, expect, it } from 'vitest';
import { findLiveRangeEnd } from '@/app/domain/speech/find-audio-range-end';

/** Constant loudness, except for one quieter step of 100 ms. */
const quietAt = (atMs: number) => ({
  stepMs: 100,
  rms: Array.from({ length: 300 }, (_, step) => (step === atMs / 100 ? 0.1 : 1)),
});
const cut = (lengthMs: number, ...speech: [number, number][]) =>
  findLiveRangeEnd(
    speech.map(([startMs, endMs]) => ({ startMs, endMs })),
    lengthMs,
    quietAt(10_500),
  );

describe('findLiveRangeEnd', () => {
  it('waits for six seconds, whatever pauses there are', () => {
    expect(cut(5_900, [0, 3_000], [4_000, 5_000])).toBeNull();
    expect(cut(5_900)).toBeNull();
    expect(cut(6_500, [0, 4_000], [5_000, 6_500])).toBeNull();
  });

  it('ends in the last pause after that, also in one that lasts', () => {
    expect(cut(9_000, [0, 6_200], [6_600, 9_000])).toBe(6_400);
    expect(cut(9_000, [0, 6_200], [6_600, 7_900], [8_300, 9_000])).toBe(8_100);
    expect(cut(7_000, [0, 6_500])).toBe(6_750);
    expect(cut(11_900, [0, 6_200], [6_400, 11_900])).toBeNull();
  });

  it('leaves a second of silence to the next one', () => {
    expect(cut(20_000)).toBe(19_000);
    expect(cut(20_000, [0, 7_000])).toBe(19_000);
  });

  it('from twelve seconds on ends in an earlier pause, else at the quietest moment', () => {
    expect(cut(12_000, [0, 4_000], [5_000, 12_000])).toBe(4_500);
    expect(cut(12_000, [0, 12_000])).toBe(10_550);
    expect(cut(12_000, [900, 12_000])).toBe(10_550);
  });

  it('takes longer ones when more than that has waited', () => {
    expect(cut(28_000, [0, 13_000], [14_000, 25_000], [26_000, 28_000])).toBe(25_500);
  });
});
