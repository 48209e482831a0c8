import { closeHold } from '@/app/services/billing/wallet/close-hold.server';
import { holdMinutes } from '@/app/services/billing/wallet/hold-minutes.server';
import { listMovements } from '@/app/services/billing/wallet/list-movements.server';
import { readBalance } from '@/app/services/billing/wallet/read-balance.server';
import { inTransaction } from '@/models/database.server';
import { addCredits } from '../factories/credits';
import { medianMs, onEachDatabase } from './on-each-database';

const DEFAULT_ENTRIES = 10_000_000;
const FIRST_ENTRIES = 10_000;
const RUNS = 101;

/**
 * A wallet with ten thousand entries, then ten times as many, and so on: reads its balance, holds and
 * releases minutes, and lists its newest movements, compared with the shortest history.
 * @param most final number; fewer for a trial
 */
export function ledger(most = DEFAULT_ENTRIES): Promise<void> {
  return onEachDatabase(async (userId) => {
    let entries = 0;
    let shortest: Record<string, number> | undefined;
    for (let target = FIRST_ENTRIES; target <= most; target *= 10) {
      const startedAt = performance.now();
      await addCredits(userId, (target - entries) / 2);
      entries = target;
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
      process.stdout.write(`    filled to ${target} entries in ${seconds} s\n`);
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
