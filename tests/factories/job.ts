import type { JobName } from '@/app/domain/jobs';
import { Job } from '@/models/job.server';

/** A job whose payload may be anything, for tests of the queue itself. */
export const WORK = 'forget-elsewhere' satisfies JobName;

/** Inserts a waiting job with any name, payload and lane, as another version of Celeste may have done. */
export const insertJob = (name: string, payload: unknown, lane?: string): Promise<Job> =>
  Job.create({ name, payload: JSON.stringify(payload), lane, runAt: new Date() });
