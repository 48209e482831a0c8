import { describe, expect, it } from 'vitest';
import { findAudioRangeEnd } from '@/app/domain/speech/find-audio-range-end';

const LENGTH_MS = 300_000;
/** Constant loudness, except for one quieter step of 100 ms. */
const quietAt = (atMs: number) => ({
  stepMs: 100,
  rms: Array.from({ length: LENGTH_MS / 100 }, (_, step) => (step === atMs / 100 ? 0.1 : 1)),
});
const cut = (speech: [number, number][], quietMs = 295_000) =>
  findAudioRangeEnd(
    speech.map(([startMs, endMs]) => ({ startMs, endMs })),
    LENGTH_MS,
    quietAt(quietMs),
  );

describe('findAudioRangeEnd', () => {
  it('ends a segment in its last pause', () => {
    expect(
      cut([
        [0, 280_000],
        [281_000, LENGTH_MS],
      ]),
    ).toBe(280_500);
    expect(
      cut([
        [0, 250_000],
        [251_000, 290_000],
      ]),
    ).toBe(299_000);
    expect(
      cut(
        [
          [0, 290_000],
          [290_200, LENGTH_MS],
        ],
        294_000,
      ),
    ).toBe(294_050);
  });

  it('ends at the quietest moment of the last ten seconds without a pause in the last minute', () => {
    expect(cut([[0, LENGTH_MS]])).toBe(295_050);
    expect(
      cut(
        [
          [0, 200_000],
          [205_000, LENGTH_MS],
        ],
        291_000,
      ),
    ).toBe(291_050);
  });

  it('ends near the end without any speech', () => {
    expect(cut([])).toBe(LENGTH_MS - 1_000);
  });
});
