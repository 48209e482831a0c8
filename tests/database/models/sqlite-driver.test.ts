import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { QueryTypes, TimeoutError, Transaction, UniqueConstraintError } from 'sequelize';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SqliteDatabase } from '@/models/database.server';

describe('the SQLite driver', () => {
  let folder: string;
  let database: SqliteDatabase;
  let impatient: SqliteDatabase;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'celeste-driver-'));
    const file = path.join(folder, 'database.sqlite');
    database = new SqliteDatabase({ file });
    impatient = new SqliteDatabase({ file, lockTimeoutMs: 50 });
    await database.query('CREATE TABLE parents (id INTEGER PRIMARY KEY)');
    await database.query(
      'CREATE TABLE children (parent INTEGER REFERENCES parents(id) DEFERRABLE INITIALLY DEFERRED)',
    );
  });

  afterEach(async () => {
    await database.close();
    await impatient.close();
    await rm(folder, { recursive: true });
  });

  const addParent = (on: SqliteDatabase, transaction: Transaction | null = null) =>
    on.query('INSERT INTO parents DEFAULT VALUES', { transaction });

  const parents = async (on: SqliteDatabase) =>
    (await on.query('SELECT id FROM parents', { type: QueryTypes.SELECT })).length;

  it('opens every handle durable and with foreign keys, in write-ahead mode', async () => {
    const pragmas = async (transaction: Transaction | null = null) => {
      const names = ['journal_mode', 'synchronous', 'foreign_keys', 'busy_timeout'];
      const values = names.map(async (name) => {
        const rows = await database.query<object>(`PRAGMA ${name}`, { type: QueryTypes.SELECT, transaction });
        return Object.values(rows[0]!)[0];
      });
      return Promise.all(values);
    };
    const expected = ['wal', 2, 1, 0];
    expect(await pragmas()).toEqual(expected);
    expect(await database.transaction((one) => pragmas(one))).toEqual(expected);
  });

  it('lets timers run during a long series of statements', async () => {
    let hasTicked = false;
    setTimeout(() => {
      hasTicked = true;
    }, 1);
    let statements = 0;
    for (; !hasTicked && statements < 5_000; statements += 1) await database.query('SELECT 1');
    expect(hasTicked).toBe(true);
  });

  it('times out on a lock that is not released, and leaves nothing open', async () => {
    const holder = await database.transaction();
    await expect(addParent(impatient)).rejects.toBeInstanceOf(TimeoutError);
    await expect(impatient.transaction()).rejects.toBeInstanceOf(TimeoutError);
    await addParent(database, holder);
    await holder.commit();
    await impatient.transaction((transaction) => addParent(impatient, transaction));
    await addParent(impatient);
    await addParent(database);
    expect([await parents(database), await parents(impatient)]).toEqual([4, 4]);
  });

  it('rolls back a transaction whose COMMIT fails, and releases the lock', async () => {
    const warning = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const orphan = database.transaction((transaction) =>
      database.query('INSERT INTO children VALUES (77)', { transaction }),
    );
    await expect(orphan).rejects.toThrow('FOREIGN KEY constraint failed');
    expect(warning).toHaveBeenCalledOnce();
    warning.mockRestore();
    await addParent(impatient);
    expect(await impatient.query('SELECT * FROM children', { type: QueryTypes.SELECT })).toEqual([]);
  });

  it('rejects a write at once in a transaction whose snapshot is outdated', async () => {
    const reader = database.transaction({ type: Transaction.TYPES.DEFERRED }, async (transaction) => {
      await database.query('SELECT * FROM parents', { transaction });
      await addParent(impatient);
      await addParent(database, transaction);
    });
    await expect(reader).rejects.toThrow('database is locked');
    await database.transaction((transaction) => addParent(database, transaction));
    await addParent(database);
    expect(await parents(impatient)).toBe(3);
  });

  it('does not run statements of a transaction that SQLite has rolled back', async () => {
    const undone = database.transaction(async (transaction) => {
      await addParent(database, transaction);
      const conflict = database.query('INSERT OR ROLLBACK INTO parents VALUES (1)', { transaction });
      await expect(conflict).rejects.toBeInstanceOf(UniqueConstraintError);
      await addParent(database, transaction);
    });
    await expect(undone).rejects.toThrow('already undone');
    expect(await parents(impatient)).toBe(0);
  });

  it('rolls back open transactions when it is closed', async () => {
    const transaction = await database.transaction();
    await addParent(database, transaction);
    await database.close();
    await addParent(impatient);
    expect(await parents(impatient)).toBe(1);
  });

  it('rolls back only a savepoint', async () => {
    await database.transaction(async (transaction) => {
      await addParent(database, transaction);
      const inner = database.transaction({ transaction }, async (savepoint) => {
        await addParent(database, savepoint);
        throw new Error('not this part');
      });
      await expect(inner).rejects.toThrow('not this part');
    });
    expect(await parents(impatient)).toBe(1);
  });

  it('returns the rows of a write with RETURNING, and commits it', async () => {
    const [rows] = await database.query('DELETE FROM parents RETURNING id');
    expect(rows).toEqual([]);
    const inserted = await database.query('INSERT INTO parents VALUES (5), (6) RETURNING id', {
      type: QueryTypes.SELECT,
    });
    expect(inserted).toEqual([{ id: 5 }, { id: 6 }]);
    expect(await parents(impatient)).toBe(2);
  });

  it('names the parameter of a value it cannot bind', async () => {
    const bind = (value: unknown) => database.query('SELECT $value', { bind: { value } });
    await expect(bind('a\0b')).rejects.toThrow('Cannot bind parameter $value: string');
    await expect(bind(Number.NaN)).rejects.toThrow('Cannot bind parameter $value: number');
    await expect(bind({ a: 1 })).rejects.toThrow('Cannot bind parameter $value: object');
  });

  it('binds whole numbers as integers and times as Sequelize writes them', async () => {
    const [row] = await database.query(
      'SELECT typeof($whole) AS whole, typeof($fraction) AS fraction, $yes AS yes, $moment AS moment',
      {
        type: QueryTypes.SELECT,
        bind: { whole: 7, fraction: 0.5, yes: true, moment: new Date('2026-05-04T03:02:01.009Z') },
      },
    );
    expect(row).toEqual({
      whole: 'integer',
      fraction: 'real',
      yes: 1,
      moment: '2026-05-04 03:02:01.009 +00:00',
    });
  });

  it('runs a hundred concurrent transactions', async () => {
    await Promise.all(
      Array.from({ length: 100 }, () =>
        database.transaction((transaction) => addParent(database, transaction)),
      ),
    );
    expect(await parents(database)).toBe(100);
  });

  it('reports a file that cannot be opened', async () => {
    const directory = new SqliteDatabase({ file: folder });
    await expect(directory.query('SELECT 1')).rejects.toThrow('Unable to open');
  });
});
