import type { Transaction } from 'sequelize';
import type { AccountKind } from '@/app/domain/billing/wallet/accounts';
import { WalletAccount } from '@/models/wallet-account.server';

/**
 * Reads a user's balances (whole milliseconds) and locks them until the transaction ends. SQLite needs no row
 * locks, since its write transactions are serialised.
 */
export async function lockWallet(
  userId: number,
  transaction: Transaction,
): Promise<Record<AccountKind, number>> {
  const accounts = await WalletAccount.findAll({
    where: { userId },
    order: ['id'],
    lock: transaction.LOCK.UPDATE,
    transaction,
  });
  return Object.fromEntries(accounts.map((account) => [account.kind, account.balanceMs])) as Record<
    AccountKind,
    number
  >;
}
