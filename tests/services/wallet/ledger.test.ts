import '../data-folder';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { checkLedger } from '@/app/services/wallet/check-ledger.server';
import { describeOnBothDatabases } from '../../support/databases';
import { playSequence, sequences } from './ledger-sequence';

/** The search for a smaller counterexample ends before the test's own time does, so that there is a report. */
const RUNS = { numRuns: 12, interruptAfterTimeLimit: 40_000, markInterruptAsFailure: true };

describeOnBothDatabases('the ledger', () => {
  afterAll(async () => {
    expect(await checkLedger()).toEqual([]);
  });

  it('is what the rules demand after any sequence of events', async () => {
    await fc.assert(fc.asyncProperty(sequences(1), playSequence), { ...RUNS, seed: 20_260_301 });
  });

  it('is what the rules demand when eight events happen at once', async () => {
    await fc.assert(fc.asyncProperty(sequences(8), playSequence), { ...RUNS, seed: 20_260_302 });
  });
});
