import type { PeriodicJob } from '@/app/services/platform/jobs/job';
import { sweep as clearAway } from '@/app/services/platform/system/sweep.server';

export const sweep: PeriodicJob = {
  name: 'sweep',
  crontab: '17 3 * * *',
  run: clearAway,
};
