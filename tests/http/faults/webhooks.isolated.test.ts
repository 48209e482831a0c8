import '@/tests/support/data-folder';
import { expect, it } from 'vitest';
import { Random } from '@/tests/soak/random';
import { killWhileDelivering } from '@/tests/soak/webhooks';

it('delivers every event with one id while the worker is killed and receivers fail', async () => {
  const figures = await killWhileDelivering(4, new Random(20_261_126));
  expect(figures.kills).toBe(4);
}, 180_000);
