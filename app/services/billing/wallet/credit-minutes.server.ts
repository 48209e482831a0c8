import type { Transaction } from 'sequelize';
import type { WalletLot } from '@/models/wallet-lot.server';
import { lockWallet } from './lock-wallet.server';
import { findOrOpenLot, type LotKey } from './lots.server';
import { postTransaction } from './post-transaction.server';

interface Event {
  reason: string;
  /** Idempotency key of the posting. */
  reference: string;
}

/** Credits minutes to a lot from outside; opens it when it is new. @returns the ledger transaction's id */
export async function creditMinutes(
  { lot: key, amountMs, ...event }: Event & { lot: LotKey; amountMs: number },
  transaction: Transaction,
): Promise<number> {
  const { userId, account, orderId = null } = key;
  const wallet = await lockWallet(userId, transaction);
  const lot = await findOrOpenLot(key, transaction);
  const changes = [
    { account: 'external' as const, amountMs: -amountMs },
    { account, lot, amountMs },
  ];
  return postTransaction({ userId, kind: 'credit', orderId, ...event, changes }, transaction, wallet);
}

/**
 * Returns what remains of a lot, or a part of it, to external. The wallet must be locked.
 * @throws AppError 'wallet.insufficient-funds' for more than remains
 */
export async function debitMinutes(
  debit: Event & { kind: 'refund' | 'expire'; lot: WalletLot; amountMs: number; orderId?: number | null },
  transaction: Transaction,
): Promise<void> {
  const { lot, amountMs, ...event } = debit;
  const { userId, account } = lot;
  const changes = [
    { account, lot, amountMs: -amountMs },
    { account: 'external' as const, amountMs },
  ];
  await postTransaction({ userId, ...event, changes }, transaction);
}
