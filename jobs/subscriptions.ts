import { maintainSubscriptions } from '@/app/services/billing/payments/maintain-subscriptions.server';
import type { PeriodicJob } from '@/app/services/platform/jobs/job';

export const subscriptions: PeriodicJob = {
  name: 'subscriptions',
  crontab: '*/15 * * * *',
  run: maintainSubscriptions,
};
