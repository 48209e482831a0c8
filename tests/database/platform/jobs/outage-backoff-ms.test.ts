import '@/tests/support/data-folder';
import { expect, it } from 'vitest';
import { outageBackoffMs } from '@/app/services/platform/jobs/finish-job.server';

const MINUTE = 60_000;

it.each([
  { ageMs: 0, shortest: 10_000 },
  { ageMs: 2 * MINUTE, shortest: MINUTE },
  { ageMs: 60 * MINUTE, shortest: 3 * MINUTE },
])(
  'a job of $ageMs ms that finds the disk full waits $shortest ms, up to twice as long',
  ({ ageMs, shortest }) => {
    const waits = Array.from({ length: 100 }, () => outageBackoffMs(new Date(Date.now() - ageMs)));
    // The clock advances between the two readings.
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(shortest);
    expect(Math.max(...waits)).toBeLessThan(2 * shortest + 1000);
    expect(new Set(waits).size).toBeGreaterThan(90);
  },
);
