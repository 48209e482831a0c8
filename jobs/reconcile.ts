import { reconcilePayments } from '@/app/services/checkout/reconcile-payments.server';
import type { PeriodicJob } from '@/app/services/job/job';

export const reconcile: PeriodicJob = {
  name: 'reconcile',
  crontab: '37 4 * * *',
  run: () => reconcilePayments(),
};
