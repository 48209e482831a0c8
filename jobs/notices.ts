import type { PeriodicJob } from '@/app/services/job/job';
import { sendDeletionWarnings } from '@/app/services/notice/warn-of-deletions.server';

export const deletionWarnings: PeriodicJob = {
  name: 'notices',
  crontab: '7 9 * * *',
  run: sendDeletionWarnings,
};
