import { expect, it } from 'vitest';
import { Random } from '@/tests/soak/random';
import { rejectUploads } from '@/tests/soak/refused-uploads';

it('rejects invalid uploads of every kind, complete and interrupted, without a failed health check', async () => {
  const figures = await rejectUploads({ count: 40, random: new Random(20_261_122) });
  expect(figures['health checks, all answered']).toBeGreaterThan(10);
});
