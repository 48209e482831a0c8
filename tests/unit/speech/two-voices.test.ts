import { expect, it } from 'vitest';
import { MIN_TESTED, splitInTwo, twoVoicesScore } from '@/app/domain/speech/two-voices';

/** Vectors of which each `every`th is elsewhere. */
const vectors = (count: number, every: number) =>
  Array.from({ length: count }, (_, index) => {
    const isOther = Math.floor(index / 2) % every === every - 1;
    return Float32Array.of(isOther ? 1 : 0, (index % 7) / 70, (index % 5) / 50);
  });

it('scores two groups high, but not a few vectors beside many, nor too few in all', () => {
  expect(twoVoicesScore(vectors(60, 2))).toBeGreaterThan(0.95);
  expect(twoVoicesScore(vectors(60, 10))).toBe(0);
  expect(twoVoicesScore(vectors(MIN_TESTED - 1, 2))).toBe(0);
});

it('splits nothing where all are the same', () => {
  expect(splitInTwo([Float32Array.of(1, 0), Float32Array.of(1, 0)])).toBeNull();
  expect(twoVoicesScore(Array.from({ length: 60 }, () => Float32Array.of(1, 0)))).toBe(0);
  expect(splitInTwo([])).toBeNull();
});
