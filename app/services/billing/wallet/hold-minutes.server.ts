import type { Transaction } from 'sequelize';
import { settings } from '@/app/config/env.server';
import { splitHold } from '@/app/domain/billing/wallet/split-hold';
import { type LockedWallet, lockWallet } from './lock-wallet.server';
import { findUsableLots } from './lots.server';
import { readMonthLeftMs, tooFewMinutes } from './month-minutes.server';
import { type LedgerChange, postTransaction } from './post-transaction.server';

interface Hold {
  userId: number;
  amountMs: number;
  reason: string;
  reference: string;
}

/**
 * Trial first, then subscription, then bought; in each the lot that ends first. Where nothing is sold, from outside. `wallet`
 * is the user's, when locked already and nothing posted since. Returns the hold's id.
 * @throws AppError as tooFewMinutes
 */
export async function holdMinutes(
  hold: Hold,
  transaction: Transaction,
  wallet?: LockedWallet,
): Promise<number> {
  const { userId, amountMs, reason, reference } = hold;
  const locked = wallet ?? (await lockWallet(userId, transaction));
  const sources = settings.sells
    ? await takeFromLots(hold, transaction)
    : await takeFromOutside(hold, transaction);
  const changes = [...sources, { account: 'reserved' as const, amountMs }];
  return postTransaction(
    { userId, kind: 'hold', reason, reference: `hold:${reference}`, changes },
    transaction,
    locked,
  );
}

async function takeFromLots({ userId, amountMs }: Hold, transaction: Transaction): Promise<LedgerChange[]> {
  const parts = splitHold(amountMs, await findUsableLots(userId, transaction));
  if (!parts) throw tooFewMinutes();
  return parts.map(({ lot, amountMs: partMs }) => ({ account: lot.account, lot, amountMs: -partMs }));
}

/** Minutes that nobody buys have no lot: what is held comes from outside, and goes back there. */
async function takeFromOutside(
  { userId, amountMs }: Hold,
  transaction: Transaction,
): Promise<LedgerChange[]> {
  if (amountMs > (await readMonthLeftMs(userId, transaction))) throw tooFewMinutes();
  return [{ account: 'external', amountMs: -amountMs }];
}
