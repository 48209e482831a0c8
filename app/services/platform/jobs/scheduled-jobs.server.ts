import { settings } from '@/app/config/env.server';
import { PERIODIC_JOBS, type PeriodicJob } from '@/app/domain/jobs';

/** The periodic jobs that have something to do with these settings. */
export const scheduledJobs = (): PeriodicJob[] =>
  PERIODIC_JOBS.filter(({ name }) => name !== 'backup' || settings.backup !== null);
