import { literal, Op, type Transaction } from 'sequelize';
import type { AccountKind, SpendableAccount, TransactionKind } from '@/app/domain/billing/wallet/accounts';
import { AppError } from '@/app/domain/errors';
import { WalletAccount } from '@/models/wallet-account.server';
import { WalletEntry } from '@/models/wallet-entry.server';
import type { WalletLot } from '@/models/wallet-lot.server';
import { WalletTransaction } from '@/models/wallet-transaction.server';
import { type LockedWallet, lockWallet } from './lock-wallet.server';

/** A change of an account in whole milliseconds; of a lot too, where minutes have a source. */
export type LedgerChange =
  | { account: SpendableAccount | 'loss'; lot: WalletLot; amountMs: number }
  | { account: Exclude<AccountKind, SpendableAccount | 'loss'>; amountMs: number };

export interface LedgerPosting {
  userId: number;
  kind: TransactionKind;
  reason: string;
  /** Idempotency key of the event; a duplicate raises Sequelize's UniqueConstraintError. */
  reference: string;
  orderId?: number | null;
  /** They sum to 0, and name a lot once. */
  changes: LedgerChange[];
}

/**
 * Transaction, entries, and the cached figures of accounts and lots at once. `wallet` is the user's, when
 * locked already.
 * @throws AppError 'wallet.insufficient-funds' when an account other than external and loss would become
 *   negative
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
    const own = changes.filter((change) => change.account === account.kind && change.amountMs !== 0);
    if (own.length === 0) continue;
    for (const change of own) {
      const lot = 'lot' in change ? change.lot : null;
      await WalletEntry.create(
        {
          transactionId: posted.id,
          accountId: account.id,
          amountMs: change.amountMs,
          lotId: lot?.id ?? null,
        },
        { transaction },
      );
      if (lot) await changeLot(lot, kind, change, transaction);
    }
    await changeBalance(
      account,
      own.reduce((sum, { amountMs }) => sum + amountMs, 0),
      transaction,
    );
  }
  return posted.id;
}

/** Kinds that change what a lot was credited; others spend it or give it back. */
const CREDITING: readonly TransactionKind[] = ['credit', 'refund', 'expire'];

async function changeLot(
  lot: WalletLot,
  kind: TransactionKind,
  { account, amountMs }: LedgerChange,
  transaction: Transaction,
): Promise<void> {
  if (account === 'loss') {
    await lot.update({ lostMs: lot.lostMs - amountMs }, { transaction });
    return;
  }
  const remainingMs = lot.remainingMs + amountMs;
  if (remainingMs < 0) throw new AppError('wallet.insufficient-funds');
  const creditedMs = lot.creditedMs + (CREDITING.includes(kind) ? amountMs : 0);
  await lot.update({ remainingMs, creditedMs }, { transaction });
}

async function changeBalance(
  account: WalletAccount,
  amountMs: number,
  transaction: Transaction,
): Promise<void> {
  const isSource = account.kind === 'external' || account.kind === 'loss';
  const enough = isSource ? {} : { balanceMs: { [Op.gte]: -amountMs } };
  const [changed] = await WalletAccount.update(
    { balanceMs: literal(`balance_ms + (${amountMs})`) },
    { where: { id: account.id, ...enough }, transaction },
  );
  if (changed === 0) throw new AppError('wallet.insufficient-funds');
}
