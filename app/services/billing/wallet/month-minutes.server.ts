import { QueryTypes, type Transaction } from 'sequelize';
import { settings } from '@/app/config/env.server';
import { calendarMonthOf } from '@/app/domain/billing/wallet/calendar-month';
import { AppError } from '@/app/domain/errors';
import { database } from '@/models/database.server';

/** More than any account can use, and small enough to add to. */
const UNLIMITED_MS = 2 ** 51;

/**
 * What an account may still use of its minutes of the month, in ms, where nothing is sold: the limit less what was held
 * since the month began and not given back.
 */
export async function readMonthLeftMs(
  userId: number,
  transaction: Transaction | null = null,
): Promise<number> {
  if (settings.monthlyMs === null) return UNLIMITED_MS;
  const [row] = await database().query<{ usedMs: number | null }>(
    `SELECT SUM(e.amount_ms) AS usedMs FROM wallet_transactions h
     JOIN wallet_entries e ON e.transaction_id = h.id
     JOIN wallet_accounts a ON a.id = e.account_id AND a.kind = 'reserved'
     LEFT JOIN wallet_transactions r ON r.reference = CONCAT('close:', h.id) AND r.kind = 'release'
     WHERE h.user_id = :userId AND h.kind = 'hold' AND h.created_at >= :start AND r.id IS NULL`,
    {
      type: QueryTypes.SELECT,
      replacements: { userId, start: calendarMonthOf(new Date()).start },
      transaction,
    },
  );
  return Math.max(0, settings.monthlyMs - Number(row?.usedMs ?? 0));
}

/** A balance to be shown: null where any number of minutes may be used. */
export const shownBalance = (balanceMs: number): number | null =>
  balanceMs === UNLIMITED_MS ? null : balanceMs;

/** The refusal of work that is longer than the minutes that are left. */
export function tooFewMinutes(): AppError {
  if (settings.sells) return new AppError('wallet.insufficient-funds');
  return new AppError('wallet.month-used-up', { renewsAt: calendarMonthOf(new Date()).end.getTime() });
}

export const isTooFewMinutes = (error: unknown): boolean =>
  error instanceof AppError &&
  (error.code === 'wallet.insufficient-funds' || error.code === 'wallet.month-used-up');
