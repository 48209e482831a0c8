import { Transaction } from 'sequelize';
import { database, SqliteDatabase } from './database.server';

/**
 * Runs `work` in a transaction whose reads all see the database of one moment, and which holds up nobody who
 * writes meanwhile. It must not write.
 */
export function inSnapshot<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
  const kind =
    database() instanceof SqliteDatabase
      ? { type: Transaction.TYPES.DEFERRED }
      : { isolationLevel: Transaction.ISOLATION_LEVELS.REPEATABLE_READ };
  return database().transaction(kind, work);
}
