import { Op, type Transaction } from 'sequelize';
import type { User } from '@/models/user.server';
import { WalletLot } from '@/models/wallet-lot.server';

/**
 * Whether the trial's limits hold for an account: without a subscription, and while neither hours were bought nor minutes
 * granted by an administrator, even if those are used up (contract: trial).
 */
export async function isOnTrial(
  { id: userId, consumptionRule }: User,
  transaction: Transaction | null = null,
): Promise<boolean> {
  if (consumptionRule !== 'TRIAL') return false;
  const lifting = { [Op.or]: [{ account: 'bought' }, { source: { [Op.startsWith]: 'grant:' } }] };
  return (await WalletLot.count({ where: { userId, ...lifting }, transaction })) === 0;
}
