import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import mysql from 'mysql2';
import { ConnectionError, DatabaseError, DataTypes, Sequelize, Transaction } from 'sequelize';
import { settings } from '@/app/config/env.server';
import { defineModels } from './index.server';
import { SqliteDriver, type SqliteDriverOptions } from './sqlite-driver.server';

const DEADLOCK = 1213;
const LOCK_WAIT_TIMEOUT = 1205;
/** Of twenty transactions that want the same row some lose the race many times over. */
const LONGEST_RACE_MS = 30_000;
const LONGEST_PAUSE_MS = 200;

const common = { logging: false, define: { underscored: true } } as const;

/** Sequelize on one SQLite file, which is made when the first statement runs. */
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
      // The driver sets the pragma on every handle by itself.
      ...{ foreignKeys: false },
    });
    this.#file = options.file;
    this.#driver = driver;
    // Sequelize looks for a connection whose COMMIT failed in a pool that SQLite does not use, and so leaves it open.
    this.connectionManager.destroyConnection = async (connection) =>
      this.connectionManager.releaseConnection(connection);
  }

  /** Without foreign keys: a table that is rebuilt is dropped, and would take its children along. Waits patiently. */
  forMigrations(): SqliteDatabase {
    return new SqliteDatabase({ file: this.#file, foreignKeys: false, lockTimeoutMs: 10 * 60_000 });
  }

  /** Undoes the transactions still open and closes the file. */
  override async close(): Promise<void> {
    await super.close();
    this.#driver.close();
  }
}

/** Every session alike, whatever the server's own defaults are. */
const MYSQL_SESSION = [
  `SET SESSION sql_mode = 'TRADITIONAL', SESSION innodb_lock_wait_timeout = 15`,
  'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
];

/** Sequelize on a MySQL or MariaDB server. */
export class MysqlDatabase extends Sequelize {
  readonly #url: string;

  constructor(url: string, pool = { min: 0, max: 10 }) {
    keepMillisecondsOfReplacements();
    super(url, {
      ...common,
      dialect: 'mysql',
      dialectModule: mysql,
      timezone: '+00:00',
      pool,
      dialectOptions: {
        charset: 'utf8mb4_bin',
        // An UPDATE reports the rows it found, as on SQLite, and not only those it changed.
        flags: 'FOUND_ROWS',
        // A SUM of whole numbers is a DECIMAL.
        decimalNumbers: true,
        maxPreparedStatements: 256,
      },
    });
    this.#url = url;
    this.addHook('afterConnect', async (connection) => {
      const session = (connection as mysql.Connection).promise();
      try {
        for (const sql of MYSQL_SESSION) await session.query(sql);
      } catch (error) {
        // As Sequelize calls it when a connection breaks a moment earlier.
        throw new ConnectionError(error as Error);
      }
    });
  }

  /** One connection, kept while idle, which can hold a lock and knows at once of a change to the database's defaults. */
  forMigrations(): MysqlDatabase {
    return new MysqlDatabase(this.#url, { min: 1, max: 1 });
  }
}

/**
 * Sequelize writes a Date among `replacements` for MySQL without its milliseconds, so that a moment
 * compares as earlier than itself. The columns' own types have a precision of their own.
 */
function keepMillisecondsOfReplacements(): void {
  const { mysql } = DataTypes as unknown as { mysql: { DATE: { prototype: { _length: number } } } };
  mysql.DATE.prototype._length = 3;
}

export type Database = SqliteDatabase | MysqlDatabase;

/**
 * A connection pool that opens nothing before its first statement.
 *
 * On both databases: text compares and sorts by its code points, moments keep milliseconds in columns of type
 * DATE(3), integers up to 2^53 - 1 and sums are numbers, an UPDATE counts the rows it matched, and foreign
 * keys hold. SQLite commits to the disk itself (`synchronous=FULL`) and lets one transaction write at a time.
 */
export function openDatabase(at: { url: string } | { file: string }): Database {
  return 'url' in at ? new MysqlDatabase(at.url) : new SqliteDatabase({ file: path.resolve(at.file) });
}

let current: Database | undefined;

/**
 * The database of the settings, with the models defined on it. Whoever uses a model must have called this
 * once, which the entry of each process does.
 */
export function database(): Database {
  if (!current) {
    const { databaseUrl, dataDir } = settings;
    const file = path.join(dataDir, 'celeste.sqlite');
    current = switchDatabase(openDatabase(databaseUrl ? { url: databaseUrl } : { file }));
  }
  return current;
}

/** Makes `sequelize` the database of all models from now on. */
export function switchDatabase(sequelize: Database): Database {
  defineModels(sequelize);
  current = sequelize;
  return sequelize;
}

function lostRaceForLock(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false;
  const { errno } = error.parent as { errno?: number };
  return errno === DEADLOCK || errno === LOCK_WAIT_TIMEOUT;
}

/**
 * Runs `work` in one transaction, committed when it resolves and undone when it throws. Every statement of
 * it must be given the transaction; one that is not waits for the lock that the transaction holds.
 *
 * `work` may run several times, since InnoDB undoes one of two transactions that wait for each other:
 * whatever it does besides the transaction must be harmless when repeated.
 * @throws what `work` throws; TimeoutError when SQLite's writer lock was not to be had in 15 seconds
 */
export async function inTransaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
  const deadline = performance.now() + LONGEST_RACE_MS;
  for (let pauseMs = 20; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      return await database().transaction(work);
    } catch (error) {
      if (performance.now() > deadline || !lostRaceForLock(error)) throw error;
    }
    await sleep(pauseMs * Math.random());
  }
}
