import type { PeriodicJob } from '@/app/services/job/job';
import { enforceRetention } from '@/app/services/retention/enforce-retention.server';

export const retention: PeriodicJob = {
  name: 'retention',
  crontab: '27 3 * * *',
  run: enforceRetention,
};
