import { assertLedgerIntegrity } from '@/app/services/billing/wallet/assert-ledger-integrity.server';
import type { PeriodicJob } from '@/app/services/platform/jobs/job';

export const ledgerCheck: PeriodicJob = {
  name: 'ledger-check',
  crontab: '47 3 * * *',
  run: assertLedgerIntegrity,
};
