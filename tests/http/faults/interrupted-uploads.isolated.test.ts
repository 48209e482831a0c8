import '@/tests/support/data-folder';
import { expect, it } from 'vitest';
import { uploadOverCuttingProxy } from '@/tests/soak/cut-uploads';
import { Random } from '@/tests/soak/random';

it('stores every recording intact and once, over broken connections and a killed server', async () => {
  const figures = await uploadOverCuttingProxy({ count: 4, kills: 1, random: new Random(20_261_121) });
  expect(figures['connections cut']).toBeGreaterThan(3);
}, 180_000);
