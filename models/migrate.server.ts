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
import { Umzug, type UmzugStorage } from 'umzug';
import { type Database, database, SqliteDatabase } from './database.server';
import { type Migration, migrations } from './migrations/index.server';
import type { Dialect, Step } from './migrations/steps.server';

const NOTES = 'schema_migrations';
/**
 * How long a lock survives a holder that is gone without a word, as when its machine lost power; between two
 * statements of a migration there are moments.
 */
const SILENCE_SECONDS = 60;

/**
 * Applies the migrations that the database has not seen, and goes on where one was interrupted. Several processes
 * may start at once: one migrates, the others wait for it, up to ten minutes, and find nothing to do.
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
 * Closing the connection gives the lock back; the server itself closes that of a killed holder, when the statement
 * that was on its way has ended. Tables take the database's collation, and the default of most servers holds 'É'
 * and 'e' for the same.
 */
async function migrateMysql(connection: Sequelize, all: Migration[]): Promise<string[]> {
  await connection.query(`SET SESSION wait_timeout = ${SILENCE_SECONDS}`);
  const [lock] = await connection.query<{ taken: number | null }>(
    `SELECT GET_LOCK(CONCAT('celeste-migrate-', MD5(DATABASE())), 600) AS taken`,
    { type: QueryTypes.SELECT },
  );
  if (lock?.taken !== 1) throw new Error('Another process has been migrating the database for too long');
  await connection.query('ALTER DATABASE CHARACTER SET utf8mb4 COLLATE utf8mb4_bin');
  return applyPending(connection, all);
}

async function applyPending(connection: Sequelize, all: Migration[]): Promise<string[]> {
  const notes = new Notes(connection, all);
  await notes.prepare();
  const applied = await umzugOf(connection, all, notes).up();
  return applied.map(({ name }) => name).filter((name) => all.some((migration) => migration.name === name));
}

/** Each step is a migration to Umzug, and after the last one comes the migration itself, which has nothing to do. */
function umzugOf(connection: Sequelize, all: Migration[], notes: Notes): Umzug<QueryInterface> {
  const queryInterface = connection.getQueryInterface();
  // Steps are taken in order, so that after one whose work is not done none need be asked.
  let mayBeDone = true;
  const isDone = async (step: Step) => {
    if (mayBeDone && step.isDone) mayBeDone = await step.isDone(queryInterface);
    return mayBeDone && step.isDone !== undefined;
  };
  const take = async (step: Step, name: string) => {
    if (step.isData) {
      return atomically(connection, async (transaction) => {
        await step.run(queryInterface, transaction);
        await notes.add(name, transaction);
      });
    }
    if (!(await isDone(step))) await step.run(queryInterface);
    await notes.add(name);
  };
  return new Umzug({
    migrations: all.flatMap((migration) => [
      ...migration.steps(dialectOf(connection)).map((step) => {
        const name = noteOf(migration, step);
        return { name, up: () => take(step, name) };
      }),
      { name: migration.name, up: async () => {} },
    ]),
    context: queryInterface,
    storage: notes,
    logger: undefined,
  });
}

/** On SQLite everything is in one transaction anyhow. */
const atomically = (connection: Sequelize, work: (transaction?: Transaction) => Promise<void>) =>
  connection instanceof SqliteDatabase ? work() : connection.transaction(work);

const dialectOf = (connection: Sequelize) => connection.getDialect() as Dialect;
const noteOf = (migration: Migration, step: Step) => `${migration.name}: ${step.name}`;

/** What the database remembers: a row for each migration that is complete, and for each step of one that is not. */
class Notes implements UmzugStorage {
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
        tableName: NOTES,
        timestamps: false,
        ...(dialectOf(connection) === 'mysql' && { charset: 'utf8', collate: 'utf8_unicode_ci' }),
      },
    );
  }

  async prepare(): Promise<void> {
    await this.#rows.sync();
  }

  async add(name: string, transaction?: Transaction): Promise<void> {
    await this.#rows.create({ name }, { transaction });
  }

  /** With the steps of migrations that are complete, whose notes went with them. */
  async executed(): Promise<string[]> {
    const noted = (await this.#rows.findAll({ raw: true })).map((row) => (row as unknown as Note).name);
    const complete = this.#all.filter(({ name }) => noted.includes(name));
    const dialect = dialectOf(this.#connection);
    return [
      ...noted,
      ...complete.flatMap((migration) => migration.steps(dialect).map((step) => noteOf(migration, step))),
    ];
  }

  /** A step has noted itself. */
  async logMigration({ name }: Note): Promise<void> {
    if (!this.#all.some((migration) => migration.name === name)) return;
    await atomically(this.#connection, async (transaction) => {
      await this.add(name, transaction);
      await this.#rows.destroy({ where: { name: { [Op.startsWith]: `${name}: ` } }, transaction });
    });
  }

  /** Umzug's own, for going back, which Celeste's migrations cannot. */
  async unlogMigration({ name }: Note): Promise<void> {
    await this.#rows.destroy({ where: { name } });
  }
}

interface Note {
  name: string;
}

export type MigrationState =
  | { name: string; state: 'applied' | 'pending' }
  | { name: string; state: 'partly'; done: number; missing: string[] }
  /** Of a newer Celeste. */
  | { name: string; state: 'unknown' };

/**
 * How far the database is, in order, without changing anything. Steps that the tables show are counted as done though
 * no note tells of them.
 */
export async function migrationStates(
  database: Database,
  all: Migration[] = migrations,
): Promise<MigrationState[]> {
  const queryInterface = database.getQueryInterface();
  const noted = (await queryInterface.tableExists(NOTES))
    ? await database.query<Note>(`SELECT name FROM ${NOTES} ORDER BY name`, { type: QueryTypes.SELECT })
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
    // One that comes later cannot have begun, and asks for columns of this one.
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
    if (!noted.has(noteOf(migration, step)) && !(await step.isDone?.(queryInterface))) break;
    done += 1;
  }
  return done;
}

/** Names of the migrations that made the tables of `database()` as they are, in order. */
export async function appliedMigrations(transaction: Transaction): Promise<string[]> {
  const rows = await database().query<Note>(`SELECT name FROM ${NOTES} ORDER BY name`, {
    type: QueryTypes.SELECT,
    transaction,
  });
  return rows.map(({ name }) => name);
}
