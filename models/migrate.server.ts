import { type QueryInterface, QueryTypes, type Sequelize, type Transaction } from 'sequelize';
import { type RunnableMigration, SequelizeStorage, Umzug } from 'umzug';
import { type Database, database, SqliteDatabase } from './database.server';
import { type Migration, migrations } from './migrations/index.server';

/**
 * Applies the migrations that the database has not seen. Several processes may start at once: one migrates,
 * the others wait for it, up to ten minutes, and find nothing to do.
 * @param all the project's migrations unless a test brings its own
 * @returns the names of those applied by this call, in order
 */
export async function migrate(database: Database, all: Migration[] = migrations): Promise<string[]> {
  const connection = database.forMigrations();
  try {
    return connection instanceof SqliteDatabase
      ? await migrateSqlite(connection, all)
      : await migrateMysql(connection, all);
  } finally {
    await connection.close();
  }
}

/** Closing the connection before the commit undoes everything. */
async function migrateSqlite(connection: Sequelize, all: Migration[]): Promise<string[]> {
  await connection.query('BEGIN IMMEDIATE');
  const applied = await applyPending(connection, all);
  const broken = await connection.query('PRAGMA foreign_key_check', { type: QueryTypes.SELECT });
  if (broken.length > 0) throw new Error(`Rows without their parents: ${JSON.stringify(broken.slice(0, 5))}`);
  await connection.query('COMMIT');
  return applied;
}

/**
 * Closing the connection gives the lock back. Tables take the database's collation, and the default of most
 * servers holds 'É' and 'e' for the same.
 */
async function migrateMysql(connection: Sequelize, all: Migration[]): Promise<string[]> {
  const [lock] = await connection.query<{ taken: number | null }>(
    `SELECT GET_LOCK(CONCAT('celeste-migrate-', MD5(DATABASE())), 600) AS taken`,
    { type: QueryTypes.SELECT },
  );
  if (lock?.taken !== 1) throw new Error('Another process has been migrating the database for too long');
  await connection.query('ALTER DATABASE CHARACTER SET utf8mb4 COLLATE utf8mb4_bin');
  return applyPending(connection, all);
}

/** Names of the migrations that made the tables of `database()` as they are, in order. */
export async function appliedMigrations(transaction: Transaction): Promise<string[]> {
  const rows = await database().query<{ name: string }>('SELECT name FROM schema_migrations ORDER BY name', {
    type: QueryTypes.SELECT,
    transaction,
  });
  return rows.map(({ name }) => name);
}

function runnable({ name, up, down }: Migration): RunnableMigration<QueryInterface> {
  return {
    name,
    up: ({ context }) => up(context),
    down: down && (({ context }) => down(context)),
  };
}

async function applyPending(sequelize: Sequelize, all: Migration[]): Promise<string[]> {
  const umzug = new Umzug({
    migrations: all.map(runnable),
    context: sequelize.getQueryInterface(),
    storage: new SequelizeStorage({
      sequelize,
      modelName: 'SchemaMigration',
      tableName: 'schema_migrations',
    }),
    logger: undefined,
  });
  const applied = await umzug.up();
  return applied.map(({ name }) => name);
}
