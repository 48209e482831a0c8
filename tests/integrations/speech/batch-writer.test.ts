import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { BatchWriter } from '@/app/integrations/speech/local/batch-writer';

describe('BatchWriter', () => {
  it('writes parts in order, and batches those added during a write', async () => {
    const written: number[][] = [];
    const keeper = new BatchWriter<number>(async (parts) => {
      await turn();
      written.push(parts);
    });
    keeper.add(1);
    keeper.add(2);
    keeper.add(3);
    await keeper.finish();
    expect(written).toEqual([[1], [2, 3]]);
  });

  it('writes nothing after a failed write, and rejects with its error', async () => {
    const tried: number[] = [];
    const keeper = new BatchWriter<number>(async (parts) => {
      tried.push(...parts);
      throw new Error('the lease was lost');
    });
    keeper.add(1);
    await turn();
    keeper.add(2);
    await expect(keeper.finish()).rejects.toThrow('the lease was lost');
    keeper.add(3);
    await expect(keeper.finish()).rejects.toThrow('the lease was lost');
    expect(tried).toEqual([1]);
  });
});
