import type { Transaction } from 'sequelize';
import { settings } from '@/app/config/env.server';
import { type AccountKind, spendableMs } from '@/app/domain/billing/wallet/accounts';
import { WalletAccount } from '@/models/wallet-account.server';
import { readMonthLeftMs } from './month-minutes.server';

export interface LockedWallet {
  accounts: WalletAccount[];
  /** When they were locked, in whole milliseconds. */
  balances: Record<AccountKind, number>;
}

/** What the account of a locked wallet may use, in whole milliseconds (see readBalance). */
export async function availableMs(
  userId: number,
  { balances }: LockedWallet,
  transaction: Transaction,
): Promise<number> {
  return settings.sells ? spendableMs(balances) : readMonthLeftMs(userId, transaction);
}

/** Until the transaction ends. SQLite needs no row locks: its write transactions are serialised. */
export async function lockWallet(userId: number, transaction: Transaction): Promise<LockedWallet> {
  const accounts = await WalletAccount.findAll({
    where: { userId },
    order: ['id'],
    lock: transaction.LOCK.UPDATE,
    transaction,
  });
  const balances = Object.fromEntries(accounts.map(({ kind, balanceMs }) => [kind, balanceMs]));
  return { accounts, balances: balances as LockedWallet['balances'] };
}
