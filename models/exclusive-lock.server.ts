import { QueryTypes, type Sequelize } from 'sequelize';
import { database, SqliteDatabase } from './database.server';

/** Well below every idle timeout of a server. */
const CHECK_INTERVAL_MS = 10_000;

/** The connection that held the lock has broken, so that another process may have it. */
class LockLost extends Error {
  override readonly name = 'LockLost';
}

export interface HeldLock {
  /** Aborts when the lock is lost. */
  signal: AbortSignal;
  /** @throws LockLost */
  assertHeld(): Promise<void>;
}

/**
 * Runs `work` unless another process or caller holds the lock of this name on the configured database, which
 * ends with its holder's connection, and so with a killed process at once.
 * @returns what `work` returns; null when the lock is held elsewhere
 */
export async function withExclusiveLock<T extends object>(
  name: string,
  work: (lock: HeldLock) => Promise<T>,
): Promise<T | null> {
  const usual = database();
  const connection = usual instanceof SqliteDatabase ? usual.forLock(name) : usual.forMigrations();
  const lost = new AbortController();
  const assertHeld = async () => {
    if (!lost.signal.aborted && (await isHeld(connection, name))) return;
    lost.abort(new LockLost(`the lock ${name} is lost`));
    throw lost.signal.reason;
  };
  try {
    if (!(await take(connection, name))) return null;
    const checks = setInterval(() => void assertHeld().catch(() => undefined), CHECK_INTERVAL_MS);
    try {
      return await work({ signal: lost.signal, assertHeld });
    } finally {
      clearInterval(checks);
    }
  } finally {
    await connection.close();
  }
}

async function take(connection: Sequelize, name: string): Promise<boolean> {
  if (connection instanceof SqliteDatabase) {
    return connection.query('BEGIN EXCLUSIVE').then(
      () => true,
      (error: unknown) => {
        if (isBusy(error)) return false;
        throw error;
      },
    );
  }
  return (await ask(connection, 'GET_LOCK(?, 0)', name)) === 1;
}

/** A file's lock is held for as long as the process lives. */
async function isHeld(connection: Sequelize, name: string): Promise<boolean> {
  if (connection instanceof SqliteDatabase) return true;
  const held = await ask(connection, 'IS_USED_LOCK(?) = CONNECTION_ID()', name).catch(() => null);
  return held === 1;
}

/** Locks of one name in several databases of a server are apart. */
async function ask(connection: Sequelize, expression: string, name: string): Promise<number | null> {
  const sql = `SELECT ${expression.replace('?', "CONCAT('celeste-', ?, '-', MD5(DATABASE()))")} AS answer`;
  const [row] = await connection.query<{ answer: number | null }>(sql, {
    type: QueryTypes.SELECT,
    replacements: [name],
  });
  return row?.answer ?? null;
}

const isBusy = (error: unknown): boolean =>
  error instanceof Error &&
  'parent' in error &&
  String((error.parent as { code?: unknown }).code).startsWith('SQLITE_BUSY');
