import { database, switchDatabase } from './database.server';

/**
 * Runs `work` with all models on a separate connection without foreign key checks, so that rows may be
 * inserted in any order. For commands only: it switches the models of the whole process.
 */
export async function withoutForeignKeys<T>(work: () => Promise<T>): Promise<T> {
  const usual = database();
  const connection = switchDatabase(usual.forMigrations());
  try {
    if (connection.getDialect() === 'mysql') await connection.query('SET SESSION foreign_key_checks = 0');
    return await work();
  } finally {
    switchDatabase(usual);
    await connection.close();
  }
}
