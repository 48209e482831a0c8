import { Transaction } from 'sequelize';
import { database, SqliteDatabase } from './database.server';

/** Runs `work` in a read-only transaction on one consistent snapshot, without blocking writers. */
export function inSnapshot<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
  const kind =
    database() instanceof SqliteDatabase
      ? { type: Transaction.TYPES.DEFERRED }
      : { isolationLevel: Transaction.ISOLATION_LEVELS.REPEATABLE_READ };
  return database().transaction(kind, work);
}
