import { expect, it } from 'vitest';
import { confidenceLevel, needsFullCheck } from '@/app/domain/format/confidence-level';

it.each([
  [100, 'excellent'],
  [70, 'excellent'],
  [69.99, 'good'],
  [30.01, 'good'],
  [30, 'regular'],
  [0, 'regular'],
])('rates a score of %d as %s', (score, level) => {
  expect(confidenceLevel(score)).toBe(level);
});

it.each([
  [100, false],
  [70, false],
  [69.99, true],
  [0, true],
])('at a score of %d has all of a text checked: %s', (score, isChecked) => {
  expect(needsFullCheck(score)).toBe(isChecked);
});
