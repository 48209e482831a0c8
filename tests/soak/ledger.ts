import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { Op } from 'sequelize';
import { childScript } from '@/app/config/child-script.server';
import { checkLedger } from '@/app/services/billing/wallet/check-ledger.server';
import { User } from '@/models/user.server';
import { WalletTransaction } from '@/models/wallet-transaction.server';
import { assertWallet, playSequence, sequences } from '@/tests/database/billing/wallet/ledger-sequence';
import type { DatabaseAddress } from '../support/databases';
import { onBothDatabases } from './both-databases';
import { Random } from './random';
import { printProgress, type Soak, type SoakOptions } from './soak';

const WALLETS_AT_ONCE = 8;
const EVENTS_AT_ONCE = 8;
const SEQUENCES_PER_KILL = 100;
/** Maximum number of statements before a process is killed: about twenty sequences. */
const MAX_STATEMENTS = 4_000;

/** Random sequences, then processes that are killed while they play such sequences, on each database. */
export const soak: Soak = (options) =>
  onBothDatabases(async (name, address) => {
    const sequences = await play(name, options);
    const { kills, wallets } = await kill(name, address, options);
    assert.deepEqual(await checkLedger(), []);
    const events = await WalletTransaction.count();
    return { sequences, kills, 'wallets of killed processes': wallets, 'events in the ledger': events };
  });

async function play(name: string, { count, seed }: SoakOptions): Promise<number> {
  let played = 0;
  const playAndCount = async (batches: Parameters<typeof playSequence>[0]) => {
    await playSequence(batches);
    played += 1;
    if (played % 500 === 0) printProgress(`${name}: ${played} sequences`);
  };
  const numRuns = Math.ceil(count / WALLETS_AT_ONCE);
  await Promise.all(
    Array.from({ length: WALLETS_AT_ONCE }, (_, wallet) =>
      fc.assert(fc.asyncProperty(sequences(EVENTS_AT_ONCE), playAndCount), { seed: seed + wallet, numRuns }),
    ),
  );
  return played;
}

/**
 * Asserts after each kill that every wallet of the dead process matches its ledger, and that the ledger is
 * consistent.
 */
async function kill(name: string, address: DatabaseAddress, { count, seed }: SoakOptions) {
  const random = new Random(seed);
  const kills = Math.ceil(count / SEQUENCES_PER_KILL);
  let wallets = 0;
  for (let index = 1; index <= kills; index += 1) {
    const before = Number((await User.max('id')) ?? 0);
    await killAtStep(address, seed + 1000 * index, 1 + random.below(MAX_STATEMENTS));
    const touched = await User.findAll({ where: { id: { [Op.gt]: before } }, attributes: ['id'] });
    for (const { id } of touched) await assertWallet(id);
    wallets += touched.length;
    if (index % 10 === 0) printProgress(`${name}: ${index} kills`);
  }
  return { kills, wallets };
}

/** @throws Error when a process ended otherwise than by SIGKILL */
async function killAtStep(address: DatabaseAddress, seed: number, step: number): Promise<void> {
  const script = childScript('tests/soak/ledger-process.ts');
  const args = [...script.execArgv, script.path, JSON.stringify(address), `${seed}`, `${step}`];
  await promisify(execFile)(process.execPath, args).catch((error: { signal?: string }) => {
    if (error.signal !== 'SIGKILL') throw error;
  });
}
