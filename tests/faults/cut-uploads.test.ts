import '../services/data-folder';
import { expect, it } from 'vitest';
import { uploadOverCuttingLine } from '../soak/cut-uploads';
import { Random } from '../soak/random';

it('takes every recording as it was, once, over lines that break and a server that is killed', async () => {
  const figures = await uploadOverCuttingLine({ count: 4, kills: 1, random: new Random(20_261_121) });
  expect(figures['connections cut']).toBeGreaterThan(3);
}, 180_000);
