import '@/tests/support/data-folder';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { checkLedger } from '@/app/services/billing/wallet/check-ledger.server';
import { WalletTransaction } from '@/models/wallet-transaction.server';
import { describeOnBothDatabases } from '@/tests/support/databases';
import { playSequence, sequences } from './ledger-sequence';

/** Shrinking a counterexample stops before the test's timeout, so that there is a report. */
const RUNS = { numRuns: 12, interruptAfterTimeLimit: 40_000, markInterruptAsFailure: true };

describeOnBothDatabases('the ledger', () => {
  afterAll(async () => {
    const faults = await checkLedger();
    const rows = await WalletTransaction.findAll({ where: { id: faults.map(({ id }) => id) }, raw: true });
    expect(faults, JSON.stringify(rows)).toEqual([]);
  });

  it('follows the rules after any sequence of events', async () => {
    await fc.assert(fc.asyncProperty(sequences(1), playSequence), { ...RUNS, seed: 20_260_301 });
  });

  it('follows the rules when eight events happen at once', async () => {
    await fc.assert(fc.asyncProperty(sequences(8), playSequence), { ...RUNS, seed: 20_260_302 });
  });
});
