import type { Transaction } from 'sequelize';
import type { AccountKind } from '@/app/domain/billing/wallet/accounts';
import { WalletAccount } from '@/models/wallet-account.server';

export interface LockedWallet {
  accounts: WalletAccount[];
  /** When they were locked, in whole milliseconds. */
  balances: Record<AccountKind, number>;
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
