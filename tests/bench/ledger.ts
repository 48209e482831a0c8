import { closeHold } from '@/app/services/billing/wallet/close-hold.server';
import { holdMinutes } from '@/app/services/billing/wallet/hold-minutes.server';
import { listMovements } from '@/app/services/billing/wallet/list-movements.server';
import { readBalance } from '@/app/services/billing/wallet/read-balance.server';
import { database, inTransaction } from '@/models/database.server';
import { WalletAccount } from '@/models/wallet-account.server';
import { WalletTransaction } from '@/models/wallet-transaction.server';
import { medianMs, onEachDatabase } from './on-each-database';

const DEFAULT_ENTRIES = 10_000_000;
const FIRST_ENTRIES = 10_000;
const ENTRIES_AT_ONCE = 5_000;
const RUNS = 101;

/**
 * A wallet with ten thousand entries, then ten times as many, and so on: reads its balance, holds and
 * releases minutes, and lists its newest movements, compared with the shortest history.
 * @param entries final number; fewer for a trial
 */
export function ledger(entries = DEFAULT_ENTRIES): Promise<void> {
  return onEachDatabase(async (userId) => {
    const history = new History(userId);
    let shortest: Record<string, number> | undefined;
    for (let target = FIRST_ENTRIES; target <= entries; target *= 10) {
      await history.growTo(target);
      const times = await measure(userId);
      shortest ??= times;
      process.stdout.write(`    ${target} entries\n`);
      for (const [what, ms] of Object.entries(times)) {
        const ratio = `${(ms / shortest[what]!).toFixed(2)} × that with ${FIRST_ENTRIES}`;
        process.stdout.write(`      ${what.padEnd(22)} ${ms.toFixed(2).padStart(8)} ms  ${ratio}\n`);
      }
    }
  });
}

let works = 0;

async function measure(userId: number): Promise<Record<string, number>> {
  return {
    'read the balance': await medianMs(RUNS, () => readBalance(userId)),
    'hold and release': await medianMs(RUNS, () =>
      inTransaction(async (transaction) => {
        works += 1;
        const held = { userId, amountMs: 1000, reason: 'transcription', reference: `measured:${works}` };
        await closeHold(await holdMinutes(held, transaction), 'release', transaction);
      }),
    ),
    'list the newest': await medianMs(RUNS, () => listMovements(userId, { page: 1, limit: 5 })),
  };
}

/** Credits of 1 ms with two entries each, inserted by SQL: through the services they would take days. */
class History {
  readonly #userId: number;
  #entries = 0;

  constructor(userId: number) {
    this.#userId = userId;
  }

  async growTo(target: number): Promise<void> {
    const startedAt = performance.now();
    const accountOf = (kind: 'bought' | 'external') =>
      WalletAccount.findOne({ where: { userId: this.#userId, kind }, rejectOnEmpty: true });
    const [bought, external] = [await accountOf('bought'), await accountOf('external')];
    const queries = database().getQueryInterface();
    const now = new Date();
    const times = { created_at: now, updated_at: now };
    let from = 1 + Number(await WalletTransaction.max('id'));
    while (this.#entries < target) {
      const first = from;
      const ids = Array.from(
        { length: Math.min(ENTRIES_AT_ONCE, target - this.#entries) / 2 },
        (_, index) => first + index,
      );
      from += ids.length;
      const credits = ids.map((id) => ({
        id,
        user_id: this.#userId,
        kind: 'credit',
        reason: 'grant',
        reference: `grant:${id}`,
        ...times,
      }));
      const entries = ids.flatMap((id) => [
        { transaction_id: id, account_id: bought.id, amount_ms: 1, ...times },
        { transaction_id: id, account_id: external.id, amount_ms: -1, ...times },
      ]);
      await database().transaction(async (transaction) => {
        await queries.bulkInsert('wallet_transactions', credits, { transaction });
        await queries.bulkInsert('wallet_entries', entries, { transaction });
        await bought.increment('balanceMs', { by: ids.length, transaction });
        await external.decrement('balanceMs', { by: ids.length, transaction });
      });
      this.#entries += entries.length;
    }
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
    process.stdout.write(`    filled to ${target} entries in ${seconds} s\n`);
  }
}
