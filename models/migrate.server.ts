import { type QueryInterface, QueryTypes, type Sequelize } from 'sequelize';
import { type RunnableMigration, SequelizeStorage, Umzug } from 'umzug';
import { SqliteDatabase } from './database.server';
import { type Migration, migrations } from './migrations/index.server';

const LONGEST_WAIT_MS = 10 * 60_000;

/**
 * Applies the migrations that the database has not seen. Several processes may start at once: one migrates,
 * the others wait for it and find nothing to do.
 * @param all the project's migrations unless a test brings its own
 * @returns the names of those applied by this call, in order
 */
export function migrate(sequelize: Sequelize, all: Migration[] = migrations): Promise<string[]> {
  return sequelize instanceof SqliteDatabase
    ? migrateSqlite(sequelize.file, all)
    : migrateMysql(sequelize, all);
}

/** A connection of its own, with foreign keys off: a table that is rebuilt is dropped, and would take its children along. */
async function migrateSqlite(file: string, all: Migration[]): Promise<string[]> {
  const sequelize = new SqliteDatabase({ file, foreignKeys: false, lockTimeoutMs: LONGEST_WAIT_MS });
  try {
    await sequelize.query('BEGIN IMMEDIATE');
    const applied = await applyPending(sequelize, all);
    const broken = await sequelize.query('PRAGMA foreign_key_check', { type: QueryTypes.SELECT });
    if (broken.length > 0)
      throw new Error(`Rows without their parents: ${JSON.stringify(broken.slice(0, 5))}`);
    await sequelize.query('COMMIT');
    return applied;
  } finally {
    await sequelize.close();
  }
}

/** The lock belongs to a connection, and a transaction is how to keep one. */
async function migrateMysql(sequelize: Sequelize, all: Migration[]): Promise<string[]> {
  return sequelize.transaction(async (transaction) => {
    const lock = `CONCAT('celeste-migrate-', MD5(DATABASE()))`;
    const [row] = await sequelize.query<{ taken: number | null }>(
      `SELECT GET_LOCK(${lock}, ${LONGEST_WAIT_MS / 1000}) AS taken`,
      { type: QueryTypes.SELECT, transaction },
    );
    if (row?.taken !== 1) throw new Error('Another process has been migrating the database for too long');
    try {
      await compareTextExactly(sequelize);
      return await applyPending(sequelize, all);
    } finally {
      await sequelize.query(`DO RELEASE_LOCK(${lock})`, { transaction });
    }
  });
}

/** Tables take the database's collation, and most servers' default holds 'É' and 'e' for the same. */
async function compareTextExactly(sequelize: Sequelize): Promise<void> {
  await sequelize.query('ALTER DATABASE CHARACTER SET utf8mb4 COLLATE utf8mb4_bin');
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
