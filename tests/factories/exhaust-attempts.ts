import { expect } from 'vitest';
import type { JobName } from '@/app/domain/jobs';
import { runJobs } from '@/app/services/platform/jobs/run-jobs.server';
import { handlers } from '@/jobs/handlers';
import { Job } from '@/models/job.server';

/** Runs a job to its dead letter as a worker does, without the back-off between attempts. */
export async function exhaustAttempts(name: JobName): Promise<void> {
  const stop = new AbortController();
  const running = runJobs([{ handlers: { [name]: handlers[name] }, slots: 1 }], stop.signal);
  await expect
    .poll(
      async () => {
        await Job.update({ runAt: new Date() }, { where: { name, status: 'waiting' } });
        return Job.count({ where: { name, status: 'dead' } });
      },
      { timeout: 45_000 },
    )
    .toBe(1);
  stop.abort();
  await running;
}
