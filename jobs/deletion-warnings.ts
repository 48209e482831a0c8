import { sendDeletionWarnings } from '@/app/services/library/retention/send-deletion-warnings.server';
import type { PeriodicJob } from '@/app/services/platform/jobs/job';

export const deletionWarnings: PeriodicJob = {
  name: 'notices',
  crontab: '7 9 * * *',
  run: sendDeletionWarnings,
};
