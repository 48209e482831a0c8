import type { Transaction } from 'sequelize';
import { percentUsed } from '@/app/domain/billing/payments/months';
import type { Subscription } from '@/models/subscription.server';
import { WalletAccount } from '@/models/wallet-account.server';

/** Percentage of a month's minutes that are spent or reserved, in whole percent. */
export async function percentUsedOf(
  { userId, monthGrantedMs }: Subscription,
  transaction?: Transaction,
): Promise<number> {
  const account = await WalletAccount.findOne({ where: { userId, kind: 'subscription' }, transaction });
  return percentUsed(monthGrantedMs, account?.balanceMs ?? 0);
}
