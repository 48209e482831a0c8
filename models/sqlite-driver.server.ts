import Libsql from 'libsql';
import { LRUCache } from 'lru-cache';

type Handle = Libsql.Database;
type Bindable = null | number | bigint | string | Uint8Array;
type Row = Record<string, unknown>;
type Parameters = Record<string, unknown> | unknown[];
type Prepared = Libsql.Statement<[Record<string, Bindable>]>;
type Callback = (this: Statement, error: Error | null, rows?: Row[] | ColumnInfo[]) => void;

const OPEN_READWRITE = 2;
const OPEN_CREATE = 4;
const MAX_IDLE_HANDLES = 8;
const MAX_KEPT_STATEMENTS = 100;
const MAX_PAUSE_MS = 50;
const MAX_BLOCKING_MS = 10;

const TRANSACTION_CONTROL = /^\s*(BEGIN|COMMIT|END|ROLLBACK(?!\s+TO))\b/i;

/** Sequelize asks for the types of a table's columns with each statement that reads it. */
const TABLE_INFO = /^PRAGMA table_info\(`(\w+)`\)$/;

/** A column as SQLite describes it. */
export interface ColumnInfo {
  name: string;
  type: string;
}

/** Read by Sequelize from the `this` of a callback; it checks the class by name. */
class Statement {
  static readonly name = 'Statement';

  constructor(
    readonly lastID = 0,
    readonly changes = 0,
  ) {}
}

/**
 * Converts a value to one that libsql can bind. Other values are rejected, since libsql crashes the process
 * on a boolean and truncates a text at its first NUL when read. Whole numbers are bound as integers: as REAL
 * they would equal integers only through the column's affinity. A Date becomes the text that Sequelize writes
 * for one.
 * @throws TypeError naming the parameter
 */
function bindable(name: string, value: unknown): Bindable {
  if (value === null || value instanceof Uint8Array) return value;
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (typeof value === 'string' && !value.includes('\0')) return value;
  if (Number.isSafeInteger(value)) return BigInt(value as number);
  if (Number.isFinite(value)) return value as number;
  if (typeof value === 'bigint' && BigInt.asIntN(64, value) === value) return value;
  if (value instanceof Date && !Number.isNaN(value.getTime())) {
    return value.toISOString().replace('T', ' ').replace('Z', ' +00:00');
  }
  throw new TypeError(`Cannot bind parameter ${name}: ${value instanceof Object ? 'object' : typeof value}`);
}

function boundParameters(parameters: Parameters): Record<string, Bindable> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [name.replace(/^\$/, ''), bindable(name, value)]),
  );
}

function withBuffers(row: Row): Row {
  for (const column in row) {
    const value = row[column];
    if (value instanceof ArrayBuffer) row[column] = Buffer.from(value);
  }
  return row;
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
}

function runPrepared(
  statement: Prepared,
  parameters: Record<string, Bindable>,
): { rows: Row[]; statement: Statement } {
  if (statement.reader) {
    const rows = (statement.all(parameters) as Row[]).map(withBuffers);
    return { rows, statement: new Statement() };
  }
  const { changes, lastInsertRowid } = statement.run(parameters);
  return { rows: [], statement: new Statement(Number(lastInsertRowid), changes) };
}

export interface SqliteDriverOptions {
  file: string;
  /** False while tables are rebuilt, which would otherwise cascade to their children. */
  foreignKeys?: boolean;
  /** How long a statement waits for another writer before it fails with SQLITE_BUSY. */
  lockTimeoutMs?: number;
}

/**
 * libsql's handles on one database file, and the queue of waiters for its writer lock.
 *
 * SQLite's own busy timeout would block the event loop, so a locked statement is retried from a timer and,
 * first come first served, whenever a writer of this process is done. Handles are pooled: Sequelize opens a
 * connection per transaction, and libsql releases the file descriptors of a closed handle only when it is
 * garbage-collected.
 */
export class SqliteDriver {
  readonly #file: string;
  readonly #foreignKeys: boolean;
  readonly #lockTimeoutMs: number;
  readonly #idle: Handle[] = [];
  readonly #waiters = new Set<{ wake: () => void }>();
  readonly #kept = new WeakMap<Handle, LRUCache<string, Prepared>>();
  /** The columns of a table, where they are known without asking SQLite. */
  columnsOf: (table: string) => ColumnInfo[] | undefined = () => undefined;
  #closed = false;

  constructor({ file, foreignKeys = true, lockTimeoutMs = 15_000 }: SqliteDriverOptions) {
    this.#file = file;
    this.#foreignKeys = foreignKeys;
    this.#lockTimeoutMs = lockTimeoutMs;
  }

  /** The part of the `sqlite3` package that Sequelize uses, for its option `dialectModule`. */
  get dialectModule(): object {
    const driver = this;
    return {
      OPEN_READWRITE,
      OPEN_CREATE,
      Database: class extends Connection {
        constructor(_file: string, _mode: number, opened: (error: null) => void) {
          super(driver);
          process.nextTick(opened, null);
        }
      },
    };
  }

  /** Closes the idle handles; those in use are closed when they are returned. */
  close(): void {
    this.#closed = true;
    for (const handle of this.#idle.splice(0)) handle.close();
  }

  /**
   * Reads outside transactions by a statement that is kept for the next time. Values are named `:name` in it.
   * @throws what libsql throws, also SQLITE_BUSY at once
   */
  async select(sql: string, values: Record<string, unknown>): Promise<Row[]> {
    const bound = boundParameters(values);
    await yieldToEventLoop();
    const handle = this.acquire();
    try {
      const rows = (this.#keptStatement(handle, sql).all(bound) as Row[]).map(withBuffers);
      this.release(handle);
      return rows;
    } catch (error) {
      // The statement may still be open.
      handle.close();
      throw error;
    }
  }

  #keptStatement(handle: Handle, sql: string): Prepared {
    const kept = this.#kept.get(handle) ?? new LRUCache<string, Prepared>({ max: MAX_KEPT_STATEMENTS });
    this.#kept.set(handle, kept);
    const statement = kept.get(sql) ?? handle.prepare<[Record<string, Bindable>]>(sql);
    kept.set(sql, statement);
    return statement;
  }

  acquire(): Handle {
    if (this.#closed) throw new Error('The database is closed');
    return this.#idle.pop() ?? this.#open();
  }

  release(handle: Handle): void {
    if (this.#closed || this.#idle.length >= MAX_IDLE_HANDLES) handle.close();
    else this.#idle.push(handle);
  }

  /** Wakes the first waiter, since the writer lock may be free. */
  wakeNextWaiter(): void {
    const [first] = this.#waiters;
    first?.wake();
  }

  /**
   * Retries `attempt` while the database is locked, without blocking the event loop.
   * @throws what `attempt` throws, SQLITE_BUSY after `lockTimeoutMs`
   */
  async whenUnlocked<T>(attempt: () => T): Promise<T> {
    const deadline = performance.now() + this.#lockTimeoutMs;
    const place = { wake: () => {} };
    this.#waiters.add(place);
    try {
      for (let pauseMs = 1; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
        try {
          return attempt();
        } catch (error) {
          if (!isBusy(error) || performance.now() > deadline) throw error;
        }
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, pauseMs * (0.5 + Math.random()));
          place.wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
    } finally {
      this.#waiters.delete(place);
      this.wakeNextWaiter();
    }
  }

  #open(): Handle {
    const handle = new Libsql(this.#file);
    try {
      handle.exec(
        `PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=${this.#foreignKeys}`,
      );
    } catch (error) {
      handle.close();
      throw error;
    }
    return handle;
  }
}

let blockingSince = performance.now();

/** libsql is synchronous: yields to the event loop after a while of consecutive statements. */
async function yieldToEventLoop(): Promise<void> {
  if (performance.now() - blockingSince < MAX_BLOCKING_MS) return;
  await new Promise((resolve) => setImmediate(resolve));
  blockingSince = performance.now();
}

/**
 * A connection as Sequelize sees it: one for all statements outside transactions, and one for each
 * transaction. It holds a handle only from BEGIN to COMMIT or ROLLBACK; outside, every statement borrows one,
 * so that a write that waits for the lock blocks nothing else. Callbacks run after the call has returned.
 */
class Connection {
  /** Set by Sequelize to the transaction's id. */
  uuid?: string;
  readonly #driver: SqliteDriver;
  #inTransaction: Handle | undefined;
  #isStale = false;

  constructor(driver: SqliteDriver) {
    this.#driver = driver;
  }

  /** `sqlite3` queues here; no queue is needed, since a statement runs within the call or waits by itself. */
  serialize(work: () => void): void {
    work();
  }

  run(sql: string, ...rest: [Callback] | [Parameters, Callback]): void {
    this.all(sql, ...rest);
  }

  all(sql: string, ...rest: [Callback] | [Parameters, Callback]): void {
    const [parameters, callback] = rest.length === 1 ? [[], rest[0]] : rest;
    const [, table] = TABLE_INFO.exec(sql) ?? [];
    const columns = table && this.#driver.columnsOf(table);
    if (columns) return void process.nextTick(() => callback.call(new Statement(), null, columns));
    this.#execute(sql, parameters).then(
      ({ rows, statement }) => callback.call(statement, null, rows),
      (error) => callback.call(new Statement(), error),
    );
  }

  /** Rolls back an open transaction. */
  close(callback?: (error: null) => void): void {
    const handle = this.#inTransaction;
    if (handle) {
      handle.exec('ROLLBACK');
      this.#endTransaction(handle);
    }
    callback?.(null);
  }

  async #execute(sql: string, parameters: Parameters) {
    const bound = boundParameters(parameters);
    await yieldToEventLoop();
    if (TRANSACTION_CONTROL.test(sql)) {
      await this.#controlTransaction(sql);
      return { rows: [], statement: new Statement() };
    }
    if (this.#inTransaction) return this.#runInside(this.#inTransaction, sql, bound);
    if (this.uuid) throw new Error('The transaction was already undone by the database');
    return this.#runAlone(sql, bound);
  }

  /**
   * Uses `exec`, since a prepared COMMIT or BEGIN that meets a lock stays open. A ROLLBACK is ignored when
   * SQLite has already rolled back by itself, as on a full disk.
   */
  async #controlTransaction(sql: string): Promise<void> {
    const handle = this.#inTransaction;
    if (handle) {
      try {
        handle.exec(sql);
      } finally {
        if (!handle.inTransaction) this.#endTransaction(handle);
      }
    } else if (!/^\s*ROLLBACK/i.test(sql)) {
      await this.#driver.whenUnlocked(() => this.#begin(sql));
    }
  }

  #begin(sql: string): void {
    const handle = this.#driver.acquire();
    try {
      handle.exec(sql);
    } catch (error) {
      this.#driver.release(handle);
      throw error;
    }
    this.#inTransaction = handle;
  }

  /** A reading transaction cannot wait for the writer lock: its snapshot would be outdated. */
  #runInside(handle: Handle, sql: string, bound: Record<string, Bindable>) {
    try {
      return runPrepared(handle.prepare(sql), bound);
    } catch (error) {
      this.#isStale ||= isBusy(error);
      throw error;
    } finally {
      if (!handle.inTransaction) this.#endTransaction(handle);
    }
  }

  /**
   * A statement that met a lock stays open in libsql until it is run again or garbage-collected, so the same
   * one is retried, and the handle of one that timed out is never reused.
   */
  async #runAlone(sql: string, bound: Record<string, Bindable>) {
    let handle: Handle | undefined;
    let statement: Prepared | undefined;
    let gaveUp = false;
    try {
      return await this.#driver.whenUnlocked(() => {
        handle ??= this.#driver.acquire();
        statement ??= handle.prepare<[Record<string, Bindable>]>(sql);
        return runPrepared(statement, bound);
      });
    } catch (error) {
      gaveUp = isBusy(error);
      throw error;
    } finally {
      if (handle) this.#release(handle, gaveUp || handle.inTransaction);
    }
  }

  #endTransaction(handle: Handle): void {
    this.#inTransaction = undefined;
    this.#release(handle, this.#isStale);
    this.#isStale = false;
    this.#driver.wakeNextWaiter();
  }

  #release(handle: Handle, isStale: boolean): void {
    if (isStale) handle.close();
    else this.#driver.release(handle);
  }
}
