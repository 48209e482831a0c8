import { describe, expect, it } from 'vitest';
import { Batches } from '@/app/services/platform/jobs/batches';

/** Doubles numbers when it is told to; keeps the batches that it was given. */
function doubling() {
  const given: number[][] = [];
  const ends: (() => void)[] = [];
  const batches = new Batches<number, number>(async (inputs) => {
    given.push(inputs);
    await new Promise<void>((resolve) => ends.push(resolve));
    if (inputs.includes(13)) throw new Error('thirteen');
    return inputs.map((input) => 2 * input);
  });
  const endNext = async () => {
    await expect.poll(() => ends.length).toBeGreaterThan(0);
    ends.shift()!();
  };
  return { batches, given, endNext };
}

describe('batches', () => {
  it('join what is asked for in one turn, and then what came while they were under way', async () => {
    const { batches, given, endNext } = doubling();
    const first = [1, 2, 3].map((input) => batches.add(input));
    await expect.poll(() => given.length).toBe(1);
    const second = [4, 5].map((input) => batches.add(input));
    await endNext();
    expect(await Promise.all(first)).toEqual([2, 4, 6]);
    await endNext();
    expect(await Promise.all(second)).toEqual([8, 10]);
    expect(given).toEqual([
      [1, 2, 3],
      [4, 5],
    ]);
  });

  it('fail as a whole, and not the ones after them', async () => {
    const { batches, endNext } = doubling();
    const failing = [1, 13].map((input) => batches.add(input));
    const outcomes = Promise.allSettled(failing);
    await endNext();
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const next = batches.add(2);
    await endNext();
    expect(await next).toBe(4);
  });
});
