import { Op, type Transaction } from 'sequelize';
import type { Subscription } from '@/models/subscription.server';
import { WalletLot } from '@/models/wallet-lot.server';

type Month = Pick<Subscription, 'id' | 'monthNumber'>;

/** Source of the lot of a subscription's current month. */
export const monthLotSource = ({ id, monthNumber }: Month): string => `subscription:${id}:${monthNumber}`;

/** All months of a subscription; oldest first. The wallet must be locked. */
export const findMonthLots = ({ id }: Month, transaction: Transaction): Promise<WalletLot[]> =>
  WalletLot.findAll({
    where: { source: { [Op.startsWith]: `subscription:${id}:` } },
    order: ['id'],
    lock: transaction.LOCK.UPDATE,
    transaction,
  });

/** Minutes of the current month, in whole ms; both 0 before the first payment. */
export async function readMonth(
  subscription: Month,
  transaction: Transaction | null = null,
): Promise<{ grantedMs: number; leftMs: number }> {
  const lot = await WalletLot.findOne({ where: { source: monthLotSource(subscription) }, transaction });
  return { grantedMs: lot ? lot.creditedMs - lot.lostMs : 0, leftMs: lot?.remainingMs ?? 0 };
}
