import { expect, it } from 'vitest';
import { Random } from '../soak/random';
import { refuseUploads } from '../soak/refused-uploads';

it('refuses uploads of every kind, whole and broken off, without a health check that fails', async () => {
  const figures = await refuseUploads({ count: 40, random: new Random(20_261_122) });
  expect(figures['health checks, all answered']).toBeGreaterThan(10);
}, 60_000);
