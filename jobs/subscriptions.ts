import { renewMonths } from '@/app/services/checkout/renew-months.server';
import type { PeriodicJob } from '@/app/services/job/job';

export const subscriptions: PeriodicJob = {
  name: 'subscriptions',
  crontab: '*/15 * * * *',
  run: () => renewMonths(),
};
