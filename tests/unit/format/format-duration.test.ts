import { describe, expect, it } from 'vitest';
import { formatDuration, formatPosition } from '@/app/domain/format/format-duration';

describe('formatPosition', () => {
  it.each([
    [0, '00:00:00'],
    [999, '00:00:00'],
    [72_320, '00:01:12'],
    [3_599_999, '00:59:59'],
    [3_600_000, '01:00:00'],
    [360_000_000, '100:00:00'],
  ])('writes %i ms as %s', (ms, text) => {
    expect(formatPosition(ms)).toBe(text);
  });
});

describe('formatAmountOfTime', () => {
  it.each([
    [0, '0 min'],
    [59_999, '0 min'],
    [720_000, '12 min'],
    [3_599_999, '59 min'],
    [3_900_000, '1 h 05 min'],
    [36_000_000, '10 h'],
  ])('writes %i ms as %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });
});
