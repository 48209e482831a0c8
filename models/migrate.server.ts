import {
  DataTypes,
  type Model,
  type ModelStatic,
  Op,
  type QueryInterface,
  QueryTypes,
  type Sequelize,
  type Transaction,
} from 'sequelize';
import type { Umzug, UmzugStorage } from 'umzug';
import { type Database, database, SqliteDatabase } from './database.server';
import { type Migration, migrations } from './migrations/index.server';
import type { Dialect, Step } from './migrations/steps.server';

const MIGRATIONS_TABLE = 'schema_migrations';
/**
 * Idle timeout after which the server releases the lock of a holder that vanished, for example at a power
 * failure. Statements of a migration follow each other within moments.
 */
const IDLE_TIMEOUT_SECONDS = 60;

/**
 * Applies the pending migrations, and resumes one that was interrupted. Several processes may start at once:
 * one migrates, the others wait for its lock, up to ten minutes, and find nothing to do.
 * @param all the project's migrations unless a test brings its own
 * @returns the names of those completed by this call, in order
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

/** Closing the connection before the commit rolls everything back. */
async function migrateSqlite(connection: Sequelize, all: Migration[]): Promise<string[]> {
  await connection.query('BEGIN IMMEDIATE');
  const applied = await applyPending(connection, all);
  const broken = await connection.query('PRAGMA foreign_key_check', { type: QueryTypes.SELECT });
  if (broken.length > 0) throw new Error(`Rows without their parents: ${JSON.stringify(broken.slice(0, 5))}`);
  await connection.query('COMMIT');
  return applied;
}

/**
 * Closing the connection releases the lock; for a killed holder the server does so when the running statement
 * ends. Tables inherit the database's collation, and the default of most servers treats 'É' and 'e' as equal.
 */
async function migrateMysql(connection: Sequelize, all: Migration[]): Promise<string[]> {
  await connection.query(`SET SESSION wait_timeout = ${IDLE_TIMEOUT_SECONDS}`);
  const [lock] = await connection.query<{ taken: number | null }>(
    `SELECT GET_LOCK(CONCAT('celeste-migrate-', MD5(DATABASE())), 600) AS taken`,
    { type: QueryTypes.SELECT },
  );
  if (lock?.taken !== 1) throw new Error('Another process has been migrating the database for too long');
  await connection.query('ALTER DATABASE CHARACTER SET utf8mb4 COLLATE utf8mb4_bin');
  return applyPending(connection, all);
}

async function applyPending(connection: Sequelize, all: Migration[]): Promise<string[]> {
  const notes = new MigrationsTable(connection, all);
  await notes.prepare();
  const executed = await notes.executed();
  if (all.every(({ name }) => executed.includes(name))) return [];
  const umzug = await createUmzug(connection, all, notes);
  const applied = await umzug.up();
  return applied.map(({ name }) => name).filter((name) => all.some((migration) => migration.name === name));
}

/**
 * Each step is an Umzug migration; the migration itself follows its last step and does nothing. Umzug is loaded
 * on demand, since most starts find nothing pending.
 */
async function createUmzug(
  connection: Sequelize,
  all: Migration[],
  notes: MigrationsTable,
): Promise<Umzug<QueryInterface>> {
  const { Umzug } = await import('umzug');
  const queryInterface = connection.getQueryInterface();
  // Steps run in order, so after the first one that is not done none is checked.
  let mayBeDone = true;
  const isDone = async (step: Step) => {
    if (mayBeDone && step.isDone) mayBeDone = await step.isDone(queryInterface);
    return mayBeDone && step.isDone !== undefined;
  };
  const runStep = async (step: Step, name: string) => {
    if (step.isData) {
      return atomically(connection, async (transaction) => {
        await step.run(queryInterface, transaction);
        await notes.add(name, transaction);
      });
    }
    if (!(await isDone(step))) await step.run(queryInterface, null);
    await notes.add(name, null);
  };
  return new Umzug({
    migrations: all.flatMap((migration) => [
      ...migration.steps(dialectOf(connection)).map((step) => {
        const name = stepKey(migration, step);
        return { name, up: () => runStep(step, name) };
      }),
      { name: migration.name, up: async () => {} },
    ]),
    context: queryInterface,
    storage: notes,
    logger: undefined,
  });
}

/** On SQLite everything already runs in one transaction. */
const atomically = (connection: Sequelize, work: (transaction: Transaction | null) => Promise<void>) =>
  connection instanceof SqliteDatabase ? work(null) : connection.transaction(work);

const dialectOf = (connection: Sequelize) => connection.getDialect() as Dialect;
const stepKey = (migration: Migration, step: Step) => `${migration.name}: ${step.name}`;

/**
 * The migrations table: one row for each completed migration, and one for each completed step of an
 * unfinished one.
 */
class MigrationsTable implements UmzugStorage {
  readonly #connection: Sequelize;
  readonly #all: Migration[];
  readonly #rows: ModelStatic<Model<{ name: string }>>;

  constructor(connection: Sequelize, all: Migration[]) {
    this.#connection = connection;
    this.#all = all;
    this.#rows = connection.define(
      'SchemaMigration',
      { name: { type: DataTypes.STRING, allowNull: false, unique: true, primaryKey: true } },
      {
        tableName: MIGRATIONS_TABLE,
        timestamps: false,
        ...(dialectOf(connection) === 'mysql' && { charset: 'utf8', collate: 'utf8_unicode_ci' }),
      },
    );
  }

  async prepare(): Promise<void> {
    await this.#rows.sync();
  }

  async add(name: string, transaction: Transaction | null): Promise<void> {
    await this.#rows.create({ name }, { transaction });
  }

  /** Includes the steps of completed migrations, whose rows were deleted at completion. */
  async executed(): Promise<string[]> {
    const noted = (await this.#rows.findAll({ raw: true })).map(
      (row) => (row as unknown as MigrationRow).name,
    );
    const complete = this.#all.filter(({ name }) => noted.includes(name));
    const dialect = dialectOf(this.#connection);
    return [
      ...noted,
      ...complete.flatMap((migration) => migration.steps(dialect).map((step) => stepKey(migration, step))),
    ];
  }

  /** A step has already recorded itself. */
  async logMigration({ name }: MigrationRow): Promise<void> {
    if (!this.#all.some((migration) => migration.name === name)) return;
    await atomically(this.#connection, async (transaction) => {
      await this.add(name, transaction);
      await this.#rows.destroy({ where: { name: { [Op.startsWith]: `${name}: ` } }, transaction });
    });
  }

  /** Required by Umzug for rollbacks, which Celeste's migrations do not support. */
  async unlogMigration({ name }: MigrationRow): Promise<void> {
    await this.#rows.destroy({ where: { name } });
  }
}

interface MigrationRow {
  name: string;
}

export type MigrationState =
  | { name: string; state: 'applied' | 'pending' }
  | { name: string; state: 'partly'; done: number; missing: string[] }
  /** Applied by a newer version. */
  | { name: string; state: 'unknown' };

/**
 * States of the migrations, in order. Read-only. Steps whose result exists in the tables count as done even
 * without a row.
 */
export async function migrationStates(
  database: Database,
  all: Migration[] = migrations,
): Promise<MigrationState[]> {
  const queryInterface = database.getQueryInterface();
  const noted = (await queryInterface.tableExists(MIGRATIONS_TABLE))
    ? await database.query<MigrationRow>(`SELECT name FROM ${MIGRATIONS_TABLE} ORDER BY name`, {
        type: QueryTypes.SELECT,
      })
    : [];
  const names = new Set(noted.map(({ name }) => name));
  const states: MigrationState[] = [];
  let isNext = true;
  for (const migration of all) {
    const { name } = migration;
    if (names.has(name)) {
      states.push({ name, state: 'applied' });
      continue;
    }
    const steps = migration.steps(dialectOf(database));
    // Later migrations cannot have begun, and their checks need columns of this one.
    const done = isNext ? await leadingStepsDone(migration, steps, names, queryInterface) : 0;
    isNext = false;
    const missing = steps.slice(done).map((step) => step.name);
    states.push(done > 0 ? { name, state: 'partly', done, missing } : { name, state: 'pending' });
  }
  const known = all.flatMap(({ name }) => name);
  const unknown = [...names].filter(
    (name) => !known.some((own) => name === own || name.startsWith(`${own}: `)),
  );
  return [...states, ...unknown.map((name) => ({ name, state: 'unknown' }) as const)];
}

async function leadingStepsDone(
  migration: Migration,
  steps: Step[],
  noted: Set<string>,
  queryInterface: QueryInterface,
): Promise<number> {
  let done = 0;
  for (const step of steps) {
    if (!noted.has(stepKey(migration, step)) && !(await step.isDone?.(queryInterface))) break;
    done += 1;
  }
  return done;
}

/** Names of the migrations applied to `database()`, in order. */
export async function appliedMigrations(transaction: Transaction): Promise<string[]> {
  const rows = await database().query<MigrationRow>(`SELECT name FROM ${MIGRATIONS_TABLE} ORDER BY name`, {
    type: QueryTypes.SELECT,
    transaction,
  });
  return rows.map(({ name }) => name);
}
