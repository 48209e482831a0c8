import { checkLedger } from './check-ledger.server';

/** Rejects, naming every broken invariant, when the ledger does not add up. */
export async function proveLedger(): Promise<void> {
  const faults = await checkLedger();
  if (faults.length === 0) return;
  throw new Error(faults.map(({ invariant, id }) => `row ${id} breaks: ${invariant}`).join('\n'));
}
