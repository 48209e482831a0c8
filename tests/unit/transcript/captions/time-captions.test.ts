import { expect, it } from 'vitest';
import { timeCaptions } from '@/app/domain/transcript/captions/time-captions';

const END_MS = 60_000;

/** Times of captions given by start, end and reading time. */
const times = (...captions: [startMs: number, endMs: number, readingMs: number][]) =>
  timeCaptions(
    captions.map(([startMs, endMs, readingMs]) => ({ startMs, endMs, readingMs })),
    END_MS,
  ).map(({ startMs, endMs }) => [startMs, endMs]);

it('take the pause before them when the one after is too short to be read', () => {
  expect(times([0, 1000, 1000], [3000, 5000, 2450], [5000, 9000, 1000])[1]).toEqual([2550, 5000]);
});

it('begin at most half a second early, and never before the end of the one before', () => {
  expect(times([0, 1000, 1000], [3000, 5000, 4000], [5000, 9000, 1000])[1]).toEqual([2500, 5000]);
  expect(times([0, 2800, 1000], [3000, 5000, 3000], [5000, 9000, 1000])[1]).toEqual([2800, 5000]);
});

it('last into the next one when that suffices to be read', () => {
  expect(times([0, 1000, 1300], [1000, 5000, 1000])).toEqual([
    [0, 1300],
    [1300, 5000],
  ]);
  expect(times([0, 1000, 1500], [1000, 5000, 1000])).toEqual([
    [0, 1000],
    [1000, 5000],
  ]);
});

it('share the time where several speak at once, and catch up afterwards', () => {
  const both = Array.from({ length: 20 }, (_, index): [number, number, number] => {
    const startMs = Math.floor(index / 2) * 3000;
    return [startMs, startMs + 3000, 3000];
  });
  const shown = times(...both, [40_000, 43_000, 3000]);
  for (const [index, [startMs, endMs]] of shown.entries()) {
    expect(startMs! - (both[index] ?? [40_000])[0]!).toBeLessThan(4000);
    expect(endMs! - startMs!).toBeGreaterThan(1000);
  }
  expect(shown.at(-1)).toEqual([40_000, 43_000]);
});
