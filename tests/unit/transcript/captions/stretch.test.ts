import { expect, it } from 'vitest';
import { readStretch, stretchLink } from '@/app/domain/transcript/captions/stretch';

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
  expect(stretchLink('/transcriptions/id', { startMs: 1500, endMs: 4000 })).toBe(
    '/transcriptions/id/captions?from=0&to=6',
  );
});
