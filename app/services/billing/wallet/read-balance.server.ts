import { SPENDABLE_ACCOUNTS } from '@/app/domain/billing/wallet/accounts';
import { WalletAccount } from '@/models/wallet-account.server';

/** Spendable balance over all accounts, in whole milliseconds. */
export async function readBalance(userId: number): Promise<number> {
  const accounts = await WalletAccount.findAll({ where: { userId, kind: [...SPENDABLE_ACCOUNTS] } });
  return accounts.reduce((sum, account) => sum + account.balanceMs, 0);
}
