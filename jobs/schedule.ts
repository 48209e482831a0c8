import type { PeriodicJob } from '@/app/services/job/job';
import { ledgerCheck } from './ledger-check';
import { deletionWarnings } from './notices';
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
