import assert from 'node:assert/strict';
import path from 'node:path';
import fc from 'fast-check';
import mysql from 'mysql2/promise';
import { settings } from '@/app/config/env.server';
import { checkLedger } from '@/app/services/wallet/check-ledger.server';
import { openDatabase, switchDatabase } from '@/models/database.server';
import { migrate } from '@/models/migrate.server';
import { WalletTransaction } from '@/models/wallet-transaction.server';
import { playSequence, sequences } from '../services/wallet/ledger-sequence';
import { findMariaDb, startMariaDb } from '../support/mariadb';
import { type Figures, type Soak, type SoakOptions, say } from './soak';

const WALLETS_AT_ONCE = 8;
const EVENTS_AT_ONCE = 8;

/** Random sequences on SQLite, and on MariaDB where it is installed. */
export const soak: Soak = async (options) => {
  const figures = await playOn('SQLite', { file: path.join(settings.dataDir, 'ledger.sqlite') }, options);
  const programs = findMariaDb();
  if (!programs) return { ...figures, MariaDB: 'not installed, LEFT OUT' };
  const mariaDb = await startMariaDb(programs, path.join(settings.dataDir, 'mariadb'));
  try {
    const connection = await mysql.createConnection(mariaDb.url);
    await connection.query('CREATE DATABASE ledger');
    await connection.end();
    return { ...figures, ...(await playOn('MariaDB', { url: `${mariaDb.url}/ledger` }, options)) };
  } finally {
    await mariaDb.stop();
  }
};

async function playOn(
  name: string,
  address: { file: string } | { url: string },
  { count, seed }: SoakOptions,
): Promise<Figures> {
  const database = switchDatabase(openDatabase(address));
  await migrate(database);
  let played = 0;
  const play = async (batches: Parameters<typeof playSequence>[0]) => {
    await playSequence(batches);
    played += 1;
    if (played % 500 === 0) say(`${name}: ${played} sequences`);
  };
  const numRuns = Math.ceil(count / WALLETS_AT_ONCE);
  await Promise.all(
    Array.from({ length: WALLETS_AT_ONCE }, (_, wallet) =>
      fc.assert(fc.asyncProperty(sequences(EVENTS_AT_ONCE), play), { seed: seed + wallet, numRuns }),
    ),
  );
  assert.deepEqual(await checkLedger(), []);
  const events = await WalletTransaction.count();
  await database.close();
  return { [`${name}: sequences`]: played, [`${name}: events in the ledger`]: events };
}
