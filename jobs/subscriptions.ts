import { maintainSubscriptions } from '@/app/services/checkout/keep-subscriptions.server';
import type { PeriodicJob } from '@/app/services/job/job';

export const subscriptions: PeriodicJob = {
  name: 'subscriptions',
  crontab: '*/15 * * * *',
  run: maintainSubscriptions,
};
