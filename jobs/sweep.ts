import type { PeriodicJob } from '@/app/services/job/job';
import { sweep as clearAway } from '@/app/services/system/sweep.server';

export const sweep: PeriodicJob = {
  name: 'sweep',
  crontab: '17 3 * * *',
  run: clearAway,
};
