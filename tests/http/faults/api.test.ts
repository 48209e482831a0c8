import { expect, it } from 'vitest';
import { callApi } from '@/tests/soak/api';
import { Random } from '@/tests/soak/random';

it('answers generated calls of every operation as described, and tells nobody of another account', async () => {
  const figures = await callApi({ count: 300, random: new Random(20_261_126) });
  expect(figures['of them with success']).toBeGreaterThan(20);
});
