import { literal, Op, type Transaction } from 'sequelize';
import type { AccountKind, TransactionKind } from '@/app/domain/billing/wallet/accounts';
import { AppError } from '@/app/domain/errors';
import { WalletAccount } from '@/models/wallet-account.server';
import { WalletEntry } from '@/models/wallet-entry.server';
import { WalletTransaction } from '@/models/wallet-transaction.server';
import { type LockedWallet, lockWallet } from './lock-wallet.server';

export interface LedgerPosting {
  userId: number;
  kind: TransactionKind;
  reason: string;
  /** Idempotency key of the event; a duplicate raises Sequelize's UniqueConstraintError. */
  reference: string;
  orderId?: number | null;
  /** Changes in whole milliseconds that sum to 0. */
  changes: { account: AccountKind; amountMs: number }[];
}

/**
 * Transaction, entries and cached balances at once. `wallet` is the user's, when locked already.
 * @throws AppError 'wallet.insufficient-funds' when an account other than external would become negative
 */
export async function postTransaction(
  posting: LedgerPosting,
  transaction: Transaction,
  wallet?: LockedWallet,
): Promise<number> {
  const { userId, kind, reason, reference, orderId = null, changes } = posting;
  if (changes.reduce((sum, change) => sum + change.amountMs, 0) !== 0) {
    throw new Error(`the entries of ${reference} do not sum to 0`);
  }
  // Locked before the entries refer to them: InnoDB cannot upgrade the foreign key's shared lock for the
  // update without a deadlock risk.
  const { accounts } = wallet ?? (await lockWallet(userId, transaction));
  const posted = await WalletTransaction.create(
    { userId, kind, reason, reference, orderId },
    { transaction },
  );
  for (const account of accounts) {
    const amountMs = changes
      .filter((change) => change.account === account.kind)
      .reduce((sum, change) => sum + change.amountMs, 0);
    if (amountMs === 0) continue;
    await WalletEntry.create({ transactionId: posted.id, accountId: account.id, amountMs }, { transaction });
    await changeBalance(account, amountMs, transaction);
  }
  return posted.id;
}

async function changeBalance(
  account: WalletAccount,
  amountMs: number,
  transaction: Transaction,
): Promise<void> {
  const enough = account.kind === 'external' ? {} : { balanceMs: { [Op.gte]: -amountMs } };
  const [changed] = await WalletAccount.update(
    { balanceMs: literal(`balance_ms + (${amountMs})`) },
    { where: { id: account.id, ...enough }, transaction },
  );
  if (changed === 0) throw new AppError('wallet.insufficient-funds');
}
