import type { PeriodicJob } from '@/app/services/job/job';
import { ledgerCheck } from './ledger-check';
import { notices } from './notices';
import { reconcile } from './reconcile';
import { retention } from './retention';
import { subscriptions } from './subscriptions';
import { sweep } from './sweep';

export const periodicJobs: PeriodicJob[] = [notices, retention, sweep, ledgerCheck, subscriptions, reconcile];
