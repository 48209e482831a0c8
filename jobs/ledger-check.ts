import type { PeriodicJob } from '@/app/services/job/job';
import { assertLedgerIntegrity } from '@/app/services/wallet/prove-ledger.server';

export const ledgerCheck: PeriodicJob = {
  name: 'ledger-check',
  crontab: '47 3 * * *',
  run: assertLedgerIntegrity,
};
