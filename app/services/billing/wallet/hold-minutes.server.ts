import type { Transaction } from 'sequelize';
import { splitHold } from '@/app/domain/billing/wallet/split-hold';
import { AppError } from '@/app/domain/errors';
import { type LockedWallet, lockWallet } from './lock-wallet.server';
import { findUsableLots } from './lots.server';
import { postTransaction } from './post-transaction.server';

/**
 * Trial first, then subscription, then bought; in each the lot that ends first. `wallet` is the user's, when
 * locked already and nothing posted since. Returns the hold's id.
 * @throws AppError 'wallet.insufficient-funds'
 */
export async function holdMinutes(
  hold: { userId: number; amountMs: number; reason: string; reference: string },
  transaction: Transaction,
  wallet?: LockedWallet,
): Promise<number> {
  const { userId, amountMs, reason, reference } = hold;
  const locked = wallet ?? (await lockWallet(userId, transaction));
  const parts = splitHold(amountMs, await findUsableLots(userId, transaction));
  if (!parts) throw new AppError('wallet.insufficient-funds');
  const changes = [
    ...parts.map(({ lot, amountMs: partMs }) => ({ account: lot.account, lot, amountMs: -partMs })),
    { account: 'reserved' as const, amountMs },
  ];
  return postTransaction(
    { userId, kind: 'hold', reason, reference: `hold:${reference}`, changes },
    transaction,
    locked,
  );
}
