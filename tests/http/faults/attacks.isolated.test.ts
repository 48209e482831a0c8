import '@/tests/support/data-folder';
import { expect, it } from 'vitest';
import { runHostileSoak } from '@/tests/soak/hostile';
import { Random } from '@/tests/soak/random';

it('loses no honest request during attacks of all kinds and killed processes', async () => {
  const load = { seconds: 13, people: 3, recordingsEach: 1 };
  const figures = await runHostileSoak(
    { ...load, kills: ['worker', 'child', 'web'] },
    new Random(20_261_122),
  );
  expect(figures['honest requests answered']).toBeGreaterThan(4);
  expect([figures['kills of child'], figures['kills of web']]).toEqual([1, 1]);
});
