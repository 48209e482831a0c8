import type { Transaction } from 'sequelize';
import { WalletAccount } from '@/models/wallet-account.server';
import { WalletEntry } from '@/models/wallet-entry.server';

/** Whether hours were ever credited to the user's bought account, even if used up. */
export async function hasBoughtHours(
  userId: number,
  transaction: Transaction | null = null,
): Promise<boolean> {
  const account = await WalletAccount.findOne({ where: { userId, kind: 'bought' }, transaction });
  if (!account) return false;
  return (await WalletEntry.findOne({ where: { accountId: account.id }, transaction })) !== null;
}
