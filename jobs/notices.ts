import type { PeriodicJob } from '@/app/services/job/job';
import { warnOfDeletions } from '@/app/services/notice/warn-of-deletions.server';

export const notices: PeriodicJob = {
  name: 'notices',
  crontab: '7 9 * * *',
  run: warnOfDeletions,
};
