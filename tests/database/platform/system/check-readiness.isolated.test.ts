import '@/tests/support/data-folder';
import { expect, it, vi } from 'vitest';
import { checkReadiness } from '@/app/services/platform/system/check-readiness.server';
import { prepareDatabase } from '@/app/services/platform/system/prepare-database.server';
import { database } from '@/models/database.server';

it('answers in time though the database hangs, and asks it once', async () => {
  await prepareDatabase();
  expect(await checkReadiness()).toMatchObject({ obstacles: [], liveWorkers: 0 });
  const hanging = vi.spyOn(database(), 'authenticate').mockReturnValue(new Promise(() => undefined));
  const startedAt = performance.now();
  const [one, other] = await Promise.all([checkReadiness(), checkReadiness()]);
  // Two seconds on an idle machine.
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  expect(one).toEqual(other);
  expect(one).toMatchObject({ obstacles: [{ part: 'database', fault: 'late' }], liveWorkers: null });
  expect(one.freeMegabytes).toBeGreaterThan(0);
  expect(hanging).toHaveBeenCalledOnce();
});
