import { reconcilePayments } from '@/app/services/billing/payments/reconcile-payments.server';
import type { PeriodicJob } from '@/app/services/platform/jobs/job';

export const reconcile: PeriodicJob = {
  name: 'reconcile',
  crontab: '37 4 * * *',
  run: () => reconcilePayments(),
};
