import { enforceRetention } from '@/app/services/library/retention/enforce-retention.server';
import type { PeriodicJob } from '@/app/services/platform/jobs/job';

export const retention: PeriodicJob = {
  name: 'retention',
  crontab: '27 3 * * *',
  run: enforceRetention,
};
