import { expect, it } from 'vitest';
import { captionLink, readStretch, stepsAround, stretchLink } from '@/app/domain/transcript/captions/stretch';

const HOUR_MS = 3_600_000;
const read = (query: string, durationMs = HOUR_MS) => readStretch(new URLSearchParams(query), durationMs);

it.each([
  ['', 0, 60_000],
  ['from=75.5&to=80', 75_500, 80_000],
  ['from=00:01:15&to=1:20,5', 75_000, 80_500],
  ['from=30', 30_000, 90_000],
  ['from= 59:50 ', 3_590_000, HOUR_MS],
  ['from=0:10&to=99:00:00', 10_000, 70_000],
])('reads %j', (query, startMs, endMs) => {
  expect(read(query).stretch).toEqual({ startMs, endMs });
});

it('ends with the recording', () => {
  expect(read('from=5&to=20', 12_000)).toEqual({ stretch: { startMs: 5000, endMs: 12_000 }, mistakes: {} });
  expect(read('', 0).stretch).toEqual({ startMs: 0, endMs: 0 });
});

it.each([
  ['from=agora', { from: 'captions.time-invalid' }],
  ['from=-1', { from: 'captions.time-invalid' }],
  [`from=${'9'.repeat(400)}`, { from: 'captions.time-invalid' }],
  ['from=01:00:00', { from: 'captions.after-end' }],
  ['from=5&to=x', { to: 'captions.time-invalid' }],
  ['from=20&to=10', { to: 'captions.times-reversed' }],
  ['from=0&to=10:01', { to: 'captions.stretch-too-long' }],
])('says what is wrong in %j', (query, mistakes) => {
  expect(read(query).mistakes).toEqual(mistakes);
});

it('links to a caption with what is around it', () => {
  expect(captionLink('/transcriptions/id', { startMs: 1500, endMs: 4000 }, true)).toBe(
    '/transcriptions/id/captions?from=0&to=6',
  );
  expect(stretchLink('/transcriptions/id', { startMs: 1500, endMs: 4000 }, false)).toBe(
    '/transcriptions/id/captions?from=1.5&to=4&show=',
  );
});

/** The steps in seconds. */
const stepsOf = (fromSeconds: number, toSeconds: number, seconds: number) =>
  Object.values(stepsAround({ startMs: fromSeconds * 1000, endMs: toSeconds * 1000 }, seconds * 1000)).map(
    (step) => step && [step.startMs / 1000, step.endMs / 1000],
  );

it.each([
  [0, 60, 150, [null, null, [60, 120], [120, 150]]],
  [
    60,
    120,
    150,
    [
      [0, 60],
      [0, 60],
      [120, 150],
      [120, 150],
    ],
  ],
  [120, 150, 150, [[0, 60], [60, 120], null, null]],
  [
    5,
    10,
    150,
    [
      [0, 5],
      [0, 5],
      [10, 15],
      [145, 150],
    ],
  ],
  [0, 40, 40, [null, null, null, null]],
  [0, 0, 0, [null, null, null, null]],
])('pages from %i s to %i s of %i s', (from, to, length, steps) => {
  expect(stepsOf(from, to, length)).toEqual(steps);
});

it('reaches every part of a recording, one stretch after the other', () => {
  let stretch = read('', 3_725_500).stretch;
  let seenMs = 0;
  for (let next: typeof stretch | null = stretch; next; next = stepsAround(stretch, 3_725_500).next) {
    expect(next.startMs).toBe(seenMs);
    seenMs = next.endMs;
    stretch = next;
  }
  expect(seenMs).toBe(3_725_500);
});
