import { expect, it } from 'vitest';
import { confidenceLevel } from '@/app/domain/format/confidence-level';

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
