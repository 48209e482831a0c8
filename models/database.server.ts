import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type mysql from 'mysql2';
import { ConnectionError, DatabaseError, DataTypes, QueryTypes, Sequelize, Transaction } from 'sequelize';
import { type PoolState, registerPool } from '@/app/config/database-pools.server';
import { settings } from '@/app/config/env.server';
import { currentSpan, withSpan } from '@/app/config/tracing.server';
import { defineModels } from './index.server';
import { type ColumnInfo, SqliteDriver, type SqliteDriverOptions } from './sqlite-driver.server';
import { statementSpan } from './statement-span.server';

const DEADLOCK = 1213;
const LOCK_WAIT_TIMEOUT = 1205;
/** With twenty transactions on one row, some deadlock many times. */
const MAX_RETRY_MS = 30_000;
const MAX_PAUSE_MS = 200;

const common = { logging: false, define: { underscored: true } } as const;

/** Sequelize on one SQLite file, which is created by the first statement. */
export class SqliteDatabase extends Sequelize {
  readonly #file: string;
  readonly #driver: SqliteDriver;

  constructor(options: SqliteDriverOptions) {
    const driver = new SqliteDriver(options);
    super({
      ...common,
      dialect: 'sqlite',
      dialectModule: driver.dialectModule,
      storage: options.file,
      transactionType: Transaction.TYPES.IMMEDIATE,
      // The driver sets the pragma on every handle.
      ...{ foreignKeys: false },
    });
    traceStatements(this, 'sqlite');
    this.#file = options.file;
    this.#driver = driver;
    const tables = new Map<string, ColumnInfo[]>();
    driver.columnsOf = (table) => {
      const columns = tables.get(table) ?? columnsOfModel(this, table);
      if (columns) tables.set(table, columns);
      return columns;
    };
    // Sequelize looks for a connection whose COMMIT failed in a pool that SQLite does not use, and would
    // leave it open.
    this.connectionManager.destroyConnection = async (connection) =>
      this.connectionManager.releaseConnection(connection);
  }

  /**
   * Reads plain rows, outside transactions at a fraction of what a model costs. Values are named `:name` in the
   * statement, lists inside `IN (:name)`. Times are read by `momentOf`.
   */
  async select<Row extends object>(
    sql: string,
    values: Record<string, unknown>,
    transaction: Transaction | null = null,
  ): Promise<Row[]> {
    if (transaction) return selectBySequelize(this, sql, { values, transaction });
    try {
      const select = () => this.#driver.select(...withListedValues(sql, values));
      return (await tracedStatement(sql, 'sqlite', select)) as Row[];
    } catch {
      // Sequelize waits while the database is locked, and names errors.
      return selectBySequelize(this, sql, { values, transaction });
    }
  }

  /**
   * Connection for migrations. Without foreign keys, since rebuilding a table drops it, which would cascade
   * to its children. Has a long lock timeout.
   */
  forMigrations(): SqliteDatabase {
    return new SqliteDatabase({ file: this.#file, foreignKeys: false, lockTimeoutMs: 10 * 60_000 });
  }

  /** Connection to a file of its own beside this one, to hold a lock in. Does not wait for another holder. */
  forLock(name: string): SqliteDatabase {
    return new SqliteDatabase({ file: `${this.#file}-${name}-lock`, lockTimeoutMs: 0 });
  }

  /** Rolls back open transactions and closes the file. */
  override async close(): Promise<void> {
    await super.close();
    this.#driver.close();
  }
}

/** A statement as a span of the current trace, if there is one. */
function tracedStatement<T>(sql: string, dialect: 'sqlite' | 'mysql', run: () => Promise<T>): Promise<T> {
  if (!currentSpan()) return run();
  const { name, start } = statementSpan(sql, dialect);
  return withSpan(name, start, run);
}

/** All statements but those of `select` go through here, each attempt at one by itself. */
function traceStatements(sequelize: Sequelize, dialect: 'sqlite' | 'mysql'): void {
  const query = sequelize.query.bind(sequelize);
  sequelize.query = ((...statement: Parameters<Sequelize['query']>) => {
    const [sql] = statement;
    const text = typeof sql === 'string' ? sql : sql.query;
    return tracedStatement(text, dialect, () => query(...statement));
  }) as Sequelize['query'];
}

/** The columns that a table's model declares; undefined for a table without a model. */
function columnsOfModel(sequelize: Sequelize, table: string): ColumnInfo[] | undefined {
  const model = Object.values(sequelize.models).find(({ tableName }) => tableName === table);
  return (
    model &&
    Object.values(model.getAttributes()).map(({ field, type }) => ({ name: field!, type: typeNameOf(type) }))
  );
}

/** Sequelize warns of texts with a length, which SQLite has not. */
const typeNameOf = (type: DataTypes.DataType): string =>
  type instanceof DataTypes.TEXT ? 'TEXT' : (type as DataTypes.AbstractDataType).toSql();

const selectBySequelize = <Row extends object>(
  sequelize: Sequelize,
  sql: string,
  { values, transaction }: { values: Record<string, unknown>; transaction: Transaction | null },
): Promise<Row[]> =>
  sequelize.query<Row>(sql, { type: QueryTypes.SELECT, replacements: values, transaction });

/** A statement with a name for each value of a list, and its values; those left out are undefined. */
function withListedValues(sql: string, values: Record<string, unknown>): [string, Record<string, unknown>] {
  let listed = sql;
  const given: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    if (Array.isArray(value)) {
      const names = value.map((_each, index) => `${name}_${index}`);
      listed = listed.replaceAll(`(:${name})`, `(${names.map((each) => `:${each}`).join(', ')})`);
      for (const [index, each] of names.entries()) given[each] = value[index];
    } else if (value !== undefined) given[name] = value;
  }
  return [listed, given];
}

/** Session settings that override the server's defaults. */
const MYSQL_SESSION = [
  `SET SESSION sql_mode = 'TRADITIONAL', SESSION innodb_lock_wait_timeout = 15`,
  'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
];

export class MysqlDatabase extends Sequelize {
  readonly #url: string;

  constructor(url: string, pool = { min: 0, max: 10 }) {
    setReplacementPrecision();
    super(url, {
      ...common,
      dialect: 'mysql',
      timezone: '+00:00',
      pool,
      dialectOptions: {
        charset: 'utf8mb4_bin',
        // An UPDATE reports the rows matched, as on SQLite, instead of those changed.
        flags: 'FOUND_ROWS',
        // A SUM of integers is a DECIMAL.
        decimalNumbers: true,
        maxPreparedStatements: 256,
      },
    });
    this.#url = url;
    traceStatements(this, 'mysql');
    const query = this.query;
    // A statement of its own is repeated after a deadlock; in a transaction, which InnoDB has rolled back as a
    // whole by then, `inTransaction` repeats all of it.
    this.query = ((...statement: Parameters<Sequelize['query']>) => {
      const run = () => query(...statement);
      return statement[1]?.transaction ? run() : retryLockConflicts(run);
    }) as Sequelize['query'];
    this.addHook('afterConnect', async (connection) => {
      const session = (connection as mysql.Connection).promise();
      try {
        for (const sql of MYSQL_SESSION) await session.query(sql);
      } catch (error) {
        // Sequelize does the same when a connection breaks a moment earlier.
        throw new ConnectionError(error as Error);
      }
    });
  }

  /** As of SQLite. */
  select<Row extends object>(
    sql: string,
    values: Record<string, unknown>,
    transaction: Transaction | null = null,
  ): Promise<Row[]> {
    return selectBySequelize(this, sql, { values, transaction });
  }

  /** A single persistent connection, which can hold a lock and sees changed database defaults at once. */
  forMigrations(): MysqlDatabase {
    return new MysqlDatabase(this.#url, { min: 1, max: 1 });
  }
}

/**
 * Sequelize formats a Date in `replacements` for MySQL without milliseconds, so a time would compare as
 * earlier than itself. The precision of column types is not affected.
 */
function setReplacementPrecision(): void {
  const { mysql } = DataTypes as unknown as { mysql: { DATE: { prototype: { _length: number } } } };
  mysql.DATE.prototype._length = 3;
}

export type Database = SqliteDatabase | MysqlDatabase;

/**
 * Opens a lazy connection pool.
 *
 * Both databases behave alike: text compares and sorts by code points, times keep milliseconds in columns of
 * type DATE(3), integers up to 2^53 - 1 and sums are numbers, an UPDATE counts the rows matched, and foreign
 * keys are enforced. SQLite commits durably (`synchronous=FULL`) and allows one write transaction at a time.
 */
export function openDatabase(at: { url: string } | { file: string }): Database {
  return 'url' in at ? new MysqlDatabase(at.url) : new SqliteDatabase({ file: path.resolve(at.file) });
}

let current: Database | undefined;

/** Sequelize's pool, which SQLite does not use. */
function currentPool(): PoolState {
  if (!(current instanceof MysqlDatabase)) return { open: 0, busy: 0, waiting: 0 };
  const { pool } = current.connectionManager as unknown as {
    pool: { size: number; using: number; waiting: number };
  };
  return { open: pool.size, busy: pool.using, waiting: pool.waiting };
}

registerPool(currentPool);

/**
 * The configured database with the models defined on it. Must be called once before a model is used, which
 * the entry point of each process does.
 */
export function database(): Database {
  if (!current) {
    const { databaseUrl, dataDir } = settings;
    const file = path.join(dataDir, 'celeste.sqlite');
    current = switchDatabase(openDatabase(databaseUrl ? { url: databaseUrl } : { file }));
  }
  return current;
}

/** Makes `sequelize` the database of all models. */
export function switchDatabase(sequelize: Database): Database {
  defineModels(sequelize);
  current = sequelize;
  return sequelize;
}

function isLockConflict(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false;
  const { errno } = error.parent as { errno?: number };
  return errno === DEADLOCK || errno === LOCK_WAIT_TIMEOUT;
}

/** Repeats `work` while InnoDB rolls it back in a deadlock, for 30 seconds at most. */
async function retryLockConflicts<T>(work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + MAX_RETRY_MS;
  for (let pauseMs = 20; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() > deadline || !isLockConflict(error)) throw error;
    }
    await sleep(pauseMs * Math.random());
  }
}

/**
 * Runs `work` in one transaction, committed when it resolves and rolled back when it throws. Every statement
 * of it must be given the transaction; one that is not waits for the lock held by the transaction.
 *
 * `work` may run several times, since InnoDB rolls back one of two transactions in a deadlock: its other side
 * effects must be idempotent.
 * @throws what `work` throws; TimeoutError when SQLite's writer lock was not available within 15 seconds
 */
export async function inTransaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
  return retryLockConflicts(() => database().transaction(work));
}
