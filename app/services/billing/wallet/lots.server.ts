import { Op, type Transaction } from 'sequelize';
import type { SpendableAccount } from '@/app/domain/billing/wallet/accounts';
import { WalletLot } from '@/models/wallet-lot.server';

/** Identifies a lot, and says what it needs when it is opened. */
export interface LotKey {
  userId: number;
  account: SpendableAccount;
  /** See WalletLot. */
  source: string;
  orderId?: number | null;
  endsAt?: Date | null;
}

/**
 * Locked like the accounts, after them: InnoDB would otherwise read what they were when the transaction began.
 */
export const findLot = (source: string, transaction: Transaction): Promise<WalletLot | null> =>
  WalletLot.findOne({ where: { source }, lock: transaction.LOCK.UPDATE, transaction });

export const findLots = (ids: number[], transaction: Transaction): Promise<WalletLot[]> =>
  WalletLot.findAll({ where: { id: ids }, order: ['id'], lock: transaction.LOCK.UPDATE, transaction });

/** Those with minutes left; any order. */
export const findUsableLots = (userId: number, transaction: Transaction): Promise<WalletLot[]> =>
  WalletLot.findAll({
    where: { userId, remainingMs: { [Op.gt]: 0 } },
    lock: transaction.LOCK.UPDATE,
    transaction,
  });

export async function findOrOpenLot(key: LotKey, transaction: Transaction): Promise<WalletLot> {
  const { orderId = null, endsAt = null, ...named } = key;
  return (
    (await findLot(key.source, transaction)) ??
    (await WalletLot.create(
      { ...named, orderId, endsAt, creditedMs: 0, remainingMs: 0, lostMs: 0 },
      { transaction },
    ))
  );
}
