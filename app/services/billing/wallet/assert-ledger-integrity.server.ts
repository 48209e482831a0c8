import { checkLedger } from './check-ledger.server';

export async function assertLedgerIntegrity(): Promise<void> {
  const faults = await checkLedger();
  if (faults.length === 0) return;
  throw new Error(faults.map(({ invariant, id }) => `row ${id} breaks: ${invariant}`).join('\n'));
}
