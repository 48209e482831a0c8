import { database, switchDatabase } from './database.server';

/**
 * Runs `work` with all models on a connection of their own that checks no foreign keys, so that rows may come in
 * any order. For commands: models are those of the whole process.
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
