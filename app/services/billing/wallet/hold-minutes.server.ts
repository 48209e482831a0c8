import type { Transaction } from 'sequelize';
import { splitHold } from '@/app/domain/billing/wallet/split-hold';
import { AppError } from '@/app/domain/errors';
import { type LockedWallet, lockWallet } from './lock-wallet.server';
import { postTransaction } from './post-transaction.server';

/**
 * Holds minutes for accepted work: trial first, then subscription, then bought.
 * @param hold amountMs in whole milliseconds; reference identifies the work, for instance 'transcription:12'
 * @param wallet the user's, when the transaction has locked it already and posted nothing since
 * @returns the id of the hold, to settle or to release
 * @throws AppError 'wallet.insufficient-funds'
 */
export async function holdMinutes(
  hold: { userId: number; amountMs: number; reason: string; reference: string },
  transaction: Transaction,
  wallet?: LockedWallet,
): Promise<number> {
  const { userId, amountMs, reason, reference } = hold;
  const locked = wallet ?? (await lockWallet(userId, transaction));
  const parts = splitHold(amountMs, locked.balances);
  if (!parts) throw new AppError('wallet.insufficient-funds');
  const changes = [
    ...parts.map((part) => ({ account: part.account, amountMs: -part.amountMs })),
    { account: 'reserved' as const, amountMs },
  ];
  return postTransaction(
    { userId, kind: 'hold', reason, reference: `hold:${reference}`, changes },
    transaction,
    locked,
  );
}
