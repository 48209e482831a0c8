import { expect, it } from 'vitest';
import { MIN_TESTED, splitInTwo, twoVoicesScore } from '@/app/domain/speech/two-voices';
import { normalized } from '@/app/domain/speech/vectors';
import { Random } from '@/tests/soak/random';

/** Unit vectors of which each `every`th pair is elsewhere. */
function vectors(count: number, every: number): Float32Array[] {
  const random = new Random(3);
  return Array.from({ length: count }, (_, index) => {
    const isOther = Math.floor(index / 2) % every === every - 1;
    const noise = Array.from({ length: 8 }, () => random.next() / 5);
    return normalized(Float32Array.of(isOther ? 1 : 0, isOther ? 0 : 1, ...noise));
  });
}

it('scores two groups high, but not a few vectors beside many, nor too few in all', () => {
  expect(twoVoicesScore(vectors(60, 2))).toBeGreaterThan(0.95);
  expect(twoVoicesScore(vectors(60, 10))).toBe(0);
  expect(twoVoicesScore(vectors(MIN_TESTED - 1, 2))).toBe(0);
});

it('counts a sound that is heard again and again once', () => {
  const all = vectors(120, 2);
  const withJingle = all.map((vector, index) => (Math.floor(index / 2) % 2 === 0 ? all[0]! : vector));
  expect(twoVoicesScore(withJingle)).toBeLessThan(0.75);
});

it('splits nothing where all are the same', () => {
  expect(splitInTwo([Float32Array.of(1, 0), Float32Array.of(1, 0)])).toBeNull();
  expect(twoVoicesScore(Array.from({ length: 60 }, () => Float32Array.of(1, 0)))).toBe(0);
  expect(splitInTwo([])).toBeNull();
});
