import fc from 'fast-check';
import { openDatabase, switchDatabase } from '@/models/database.server';
import { playSequence, sequences } from '@/tests/database/billing/wallet/ledger-sequence';
import { KillAtStep } from '@/tests/support/kill-at-step';
import type { DatabaseAddress } from '../support/databases';

/** Plays random sequences on several wallets at once until it is killed before its n-th statement. */
const [address, seed, fatalStep] = process.argv.slice(2);
const WALLETS_AT_ONCE = 4;
const EVENTS_AT_ONCE = 8;

const sequelize = switchDatabase(openDatabase(JSON.parse(address!) as DatabaseAddress));
const mortal = new KillAtStep(Number(fatalStep));
sequelize.query = mortal.countCalls(sequelize.query.bind(sequelize)) as typeof sequelize.query;

await Promise.all(
  Array.from({ length: WALLETS_AT_ONCE }, (_, wallet) =>
    fc.assert(fc.asyncProperty(sequences(EVENTS_AT_ONCE), playSequence), {
      seed: Number(seed) + wallet,
      numRuns: Number.MAX_SAFE_INTEGER,
    }),
  ),
);
