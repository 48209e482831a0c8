import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cheapestAssignment } from './assignment';

const totalOf = (costs: number[][], columns: number[]) =>
  columns.reduce((sum, j, i) => sum + costs[i]![j]!, 0);

function* permutations(items: number[]): Generator<number[]> {
  if (items.length === 0) yield [];
  for (const item of items) {
    for (const rest of permutations(items.filter((other) => other !== item))) yield [item, ...rest];
  }
}

describe('cheapestAssignment', () => {
  it('finds 2 + 2 + 1 = 5 where the greedy choice 1 + 2 + 9 costs 12', () => {
    const costs = [
      [9, 2, 1],
      [2, 1, 1],
      [9, 9, 1],
    ];
    expect(cheapestAssignment(costs)).toEqual([1, 0, 2]);
    expect(totalOf(costs, [1, 0, 2])).toBe(5);
    expect(totalOf(costs, [2, 0, 1])).toBe(12);
  });

  it('never costs more than any permutation', () => {
    const matrix = fc.integer({ min: 0, max: 5 }).chain((n) =>
      fc.array(fc.array(fc.integer({ min: -50, max: 50 }), { minLength: n, maxLength: n }), {
        minLength: n,
        maxLength: n,
      }),
    );
    fc.assert(
      fc.property(matrix, (costs) => {
        const columns = cheapestAssignment(costs);
        expect([...columns].sort()).toEqual(costs.map((_, i) => i));
        const best = Math.min(
          ...[...permutations(costs.map((_, i) => i))].map((order) => totalOf(costs, order)),
        );
        expect(totalOf(costs, columns)).toBe(best);
      }),
    );
  });
});
