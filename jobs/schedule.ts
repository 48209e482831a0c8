import type { PeriodicJob } from '@/app/services/platform/jobs/job';
import { deletionWarnings } from './deletion-warnings';
import { ledgerCheck } from './ledger-check';
import { reconcile } from './reconcile';
import { retention } from './retention';
import { subscriptions } from './subscriptions';
import { sweep } from './sweep';

export const periodicJobs: PeriodicJob[] = [
  deletionWarnings,
  retention,
  sweep,
  ledgerCheck,
  subscriptions,
  reconcile,
];
