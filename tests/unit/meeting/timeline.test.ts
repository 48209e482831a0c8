import { expect, it } from 'vitest';
import { joinTimelines, placePieces } from '@/app/domain/meeting/timeline';

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000);

const first = {
  startedAt: at(0),
  durationMs: 30_000,
  timeline: { people: ['Ana', 'Rui'], spoken: [{ name: 'Ana', startMs: 1_000, endMs: 5_000 }] },
};
const second = {
  startedAt: at(42),
  durationMs: 10_000,
  timeline: { people: ['Rui', 'Eva'], spoken: [{ name: 'Eva', startMs: 0, endMs: 2_000 }] },
};

it('places each piece at its time, and says where nobody listened', () => {
  expect(joinTimelines([first, second])).toEqual({
    people: ['Ana', 'Rui', 'Eva'],
    spoken: [
      { name: 'Ana', startMs: 1_000, endMs: 5_000 },
      { name: 'Eva', startMs: 42_000, endMs: 44_000 },
    ],
    gaps: [{ startMs: 30_000, endMs: 42_000 }],
  });
});

it('puts no piece over another when clocks disagree', () => {
  const early = { ...second, startedAt: at(20) };
  expect(placePieces([first, early])).toEqual([0, 30_000]);
  expect(joinTimelines([first, early]).gaps).toEqual([]);
});
