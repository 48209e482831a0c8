import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import fc from 'fast-check';
import {
  type CreationOptional,
  DataTypes,
  ForeignKeyConstraintError,
  type InferAttributes,
  type InferCreationAttributes,
  literal,
  Model,
  Op,
  QueryTypes,
  type Transaction,
  UniqueConstraintError,
  type WhereOptions,
} from 'sequelize';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { childScript } from '@/app/config/child-script.server';
import { database, inTransaction } from '@/models/database.server';
import { databaseAddress, describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';
import { addOneSlowly, Counter } from './counter';

class Note extends Model<InferAttributes<Note>, InferCreationAttributes<Note>> {
  declare id: CreationOptional<number>;
  declare slug: string;
  declare isDone: CreationOptional<boolean | null>;
  declare happenedAt: CreationOptional<Date | null>;
  declare details: CreationOptional<object | null>;
  declare amount: CreationOptional<number | null>;
  declare ratio: CreationOptional<number | null>;
  declare body: CreationOptional<string | null>;
  declare bytes: CreationOptional<Buffer | null>;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;
}

class Reply extends Model<InferAttributes<Reply>, InferCreationAttributes<Reply>> {
  declare id: CreationOptional<number>;
  declare noteId: number;
}

function defineNotes(): void {
  const sequelize = database();
  const id = { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true } as const;
  Note.init(
    {
      id,
      slug: { type: DataTypes.STRING(64), allowNull: false, unique: true },
      isDone: DataTypes.BOOLEAN,
      happenedAt: DataTypes.DATE(3),
      details: DataTypes.JSON,
      amount: DataTypes.BIGINT,
      ratio: DataTypes.DOUBLE,
      body: sequelize.getDialect() === 'sqlite' ? DataTypes.TEXT : DataTypes.TEXT('long'),
      bytes: DataTypes.BLOB,
      createdAt: DataTypes.DATE(3),
      updatedAt: DataTypes.DATE(3),
    },
    { sequelize, tableName: 'notes' },
  );
  Reply.init(
    { id, noteId: { type: DataTypes.INTEGER, allowNull: false, references: { model: 'notes', key: 'id' } } },
    { sequelize, tableName: 'replies', timestamps: false },
  );
  Counter.define(sequelize);
}

async function saveAndReload(values: Partial<InferCreationAttributes<Note>>): Promise<Note> {
  const { id } = await Note.create({ slug: 'kept', ...values });
  return Note.findByPk(id, { rejectOnEmpty: true });
}

/** After which both of two transactions hold their first lock; no event tells so, since on SQLite only one can. */
const BOTH_LOCKED_MS = 30;

const nextTick = () => sleep(1);

describeOnBothDatabases('the database', () => {
  beforeAll(async () => {
    defineNotes();
    await Note.sync();
    await Reply.sync();
    await Counter.sync();
  });
  beforeEach(resetDatabase);

  describe('data types', () => {
    it('creates, finds, updates and deletes', async () => {
      const note = await Note.create({ slug: 'first', amount: 1 });
      expect((await Note.findOne({ where: { slug: 'first' } }))?.id).toBe(note.id);
      await note.update({ amount: 2 });
      expect((await note.reload()).amount).toBe(2);
      await note.destroy();
      expect(await Note.count()).toBe(0);
    });

    it('stores booleans, also in conditions', async () => {
      await Note.bulkCreate([
        { slug: 'yes', isDone: true },
        { slug: 'no', isDone: false },
      ]);
      const done = await Note.findAll({ where: { isDone: true } });
      expect(done.map(({ slug, isDone }) => [slug, isDone])).toEqual([['yes', true]]);
      expect((await Note.findOne({ where: { slug: 'no' } }))?.isDone).toBe(false);
    });

    it('distinguishes null from empty', async () => {
      const note = await saveAndReload({
        body: '',
        isDone: null,
        happenedAt: null,
        details: null,
        bytes: null,
      });
      expect([note.body, note.isDone, note.happenedAt, note.details, note.bytes]).toEqual([
        '',
        null,
        null,
        null,
        null,
      ]);
    });

    it('stores times with milliseconds, independent of the local time zone', async () => {
      const moments = fc.date({
        min: new Date('1971-01-01'),
        max: new Date('2100-01-01'),
        noInvalidDate: true,
      });
      await fc.assert(
        fc.asyncProperty(moments, async (happenedAt) => {
          const note = await saveAndReload({ happenedAt });
          const found = await Note.count({ where: { happenedAt } });
          const later = await Note.count({ where: { happenedAt: { [Op.gt]: happenedAt } } });
          await note.destroy();
          expect([note.happenedAt, found, later]).toEqual([happenedAt, 1, 0]);
        }),
        { numRuns: 60 },
      );
    });

    it('compares a time bound in raw SQL with its milliseconds', async () => {
      const moment = new Date('2026-05-04T03:02:01.789Z');
      await saveAndReload({ happenedAt: moment });
      for (const given of [{ replacements: { moment } }, { bind: { moment } }]) {
        const name = 'replacements' in given ? ':moment' : '$moment';
        const sql = `SELECT slug FROM notes WHERE happened_at = ${name}`;
        expect(await database().query(sql, { type: QueryTypes.SELECT, ...given })).toHaveLength(1);
      }
    });

    it('stores JSON', async () => {
      await fc.assert(
        fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), async (details) => {
          const note = await saveAndReload({ details });
          await note.destroy();
          expect(note.details).toEqual(JSON.parse(JSON.stringify(details)));
        }),
        { numRuns: 60 },
      );
    });

    it('stores whole numbers up to 2^53 - 1, and fractions', async () => {
      const whole = fc.maxSafeInteger();
      // MariaDB's text protocol carries 15 significant digits of a fraction.
      const fraction = fc.integer({ min: -1e9, max: 1e9 }).map((n) => n / 1000);
      await fc.assert(
        fc.asyncProperty(whole, fraction, async (amount, ratio) => {
          const note = await saveAndReload({ amount, ratio });
          const found = await Note.count({ where: { amount } });
          await note.destroy();
          expect([note.amount, note.ratio, found]).toEqual([amount, ratio, 1]);
        }),
        { numRuns: 60, examples: [[Number.MAX_SAFE_INTEGER, 0.1]] },
      );
    });

    it('returns sums as numbers', async () => {
      await Note.bulkCreate([
        { slug: 'a', amount: 2 ** 52 },
        { slug: 'b', amount: 3 },
      ]);
      expect(await Note.sum('amount')).toBe(2 ** 52 + 3);
      const sql = 'SELECT SUM(amount) AS total, COUNT(*) AS count FROM notes';
      expect(await database().query(sql, { type: QueryTypes.SELECT })).toEqual([
        { total: 2 ** 52 + 3, count: 2 },
      ]);
    });

    it('stores text of every script, quotes and backslashes', async () => {
      const text = fc.string({ unit: 'grapheme' }).filter((value) => !value.includes('\0'));
      await fc.assert(
        fc.asyncProperty(text, async (body) => {
          const note = await saveAndReload({ body });
          const found = await Note.count({ where: { body } });
          await note.destroy();
          expect([note.body, found]).toEqual([body, 1]);
        }),
        { numRuns: 60, examples: [['São João 😀 \'aspas\' "duplas" \\ \n $1 :nome ?']] },
      );
    });

    it('stores 5 MB of text', async () => {
      const body = 'transcrição 😀 '.repeat(300_000);
      expect((await saveAndReload({ body })).body === body).toBe(true);
    });

    it('stores binary data', async () => {
      await fc.assert(
        fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (array) => {
          const note = await saveAndReload({ bytes: Buffer.from(array) });
          await note.destroy();
          expect(note.bytes).toEqual(Buffer.from(array));
        }),
        { numRuns: 30 },
      );
    });

    it('distinguishes letters by case and accent, and sorts by code point', async () => {
      await Note.bulkCreate(['e', 'E', 'é', 'É', 'z'].map((slug) => ({ slug })));
      expect(await Note.count({ where: { slug: 'É' } })).toBe(1);
      const sorted = await Note.findAll({ order: ['slug'] });
      expect(sorted.map(({ slug }) => slug)).toEqual(['E', 'e', 'z', 'É', 'é']);
    });
  });

  describe('constraints', () => {
    it('rejects a duplicate of a unique value, naming the column', async () => {
      await Note.create({ slug: 'taken' });
      const error: unknown = await Note.create({ slug: 'taken' }).catch((reason) => reason);
      expect(error).toBeInstanceOf(UniqueConstraintError);
      expect((error as UniqueConstraintError).errors.map(({ path }) => path)).toEqual(['slug']);
    });

    it('rejects a row without its parent, and the deletion of a parent', async () => {
      await expect(Reply.create({ noteId: 999_999 })).rejects.toBeInstanceOf(ForeignKeyConstraintError);
      const note = await saveAndReload({});
      await Reply.create({ noteId: note.id });
      const deletion = database().query('DELETE FROM notes', { type: QueryTypes.DELETE });
      await expect(deletion).rejects.toBeInstanceOf(ForeignKeyConstraintError);
    });

    it('returns a result or an error for any bound value, and stays usable', async () => {
      const odd = fc.oneof(
        fc.constantFrom<unknown>(
          true,
          false,
          undefined,
          Number.NaN,
          Infinity,
          -0,
          2n ** 63n,
          Symbol('x'),
          'a\0b',
        ),
        fc.constantFrom<unknown>(new Date(), new Date(Number.NaN), {}, [], () => 1, Buffer.alloc(0)),
        fc.anything({ withDate: true, withBigInt: true, withTypedArray: true, withMap: true }),
      );
      await fc.assert(
        fc.asyncProperty(odd, async (value) => {
          await database()
            .query('SELECT $value AS answer', { type: QueryTypes.SELECT, bind: { value } })
            .catch((error: unknown) => expect(error).toBeInstanceOf(Error));
          expect(await database().query('SELECT 1 AS one', { type: QueryTypes.SELECT })).toEqual([
            { one: 1 },
          ]);
        }),
        { numRuns: 300 },
      );
    });
  });

  describe('many rows', () => {
    it('inserts many at once and returns their ids', async () => {
      const notes = await Note.bulkCreate(Array.from({ length: 500 }, (_, n) => ({ slug: `n${n}` })));
      expect(new Set(notes.map(({ id }) => id)).size).toBe(500);
      expect(await Note.count()).toBe(500);
    });

    it('counts the rows an UPDATE matched, also unchanged ones', async () => {
      await Note.bulkCreate(['a', 'b', 'c'].map((slug, n) => ({ slug, amount: n })));
      expect(await Note.update({ amount: 2 }, { where: { amount: { [Op.gte]: 1 } } })).toEqual([2]);
      expect(await Note.update({ amount: 2 }, { where: { amount: 2 }, silent: true })).toEqual([2]);
      expect(await Note.update({ amount: 0 }, { where: { amount: 77 } })).toEqual([0]);
      const [, matched] = await database().query('UPDATE notes SET amount = amount - ? WHERE amount >= ?', {
        type: QueryTypes.UPDATE,
        replacements: [2, 2],
      });
      expect(matched).toBe(2);
      expect(await Note.sum('amount')).toBe(0);
      expect(await Note.destroy({ where: { amount: 0 } })).toBe(3);
    });

    it('computes on the row itself', async () => {
      const note = await saveAndReload({ amount: 5 });
      await Note.update({ amount: literal('amount - 3') }, { where: { id: note.id } });
      await note.increment('amount', { by: 10 });
      expect((await note.reload()).amount).toBe(12);
    });
  });

  describe('transactions', () => {
    it('rolls back one that throws, and releases its locks', async () => {
      const outcome = inTransaction(async (transaction) => {
        await Note.create({ slug: 'undone' }, { transaction });
        throw new Error('changed my mind');
      });
      await expect(outcome).rejects.toThrow('changed my mind');
      expect(await Note.count()).toBe(0);
      await inTransaction((transaction) => Note.create({ slug: 'undone' }, { transaction }));
      expect(await Note.count()).toBe(1);
    });

    it('commits after a failed statement that was handled', async () => {
      await Note.create({ slug: 'taken' });
      await inTransaction(async (transaction) => {
        await expect(Note.create({ slug: 'taken' }, { transaction })).rejects.toThrow();
        await expect(Reply.create({ noteId: 999_999 }, { transaction })).rejects.toThrow();
        await Note.create({ slug: 'free' }, { transaction });
      });
      expect(await Note.count()).toBe(2);
    });

    it('hides uncommitted changes', async () => {
      await inTransaction(async (transaction) => {
        await Note.create({ slug: 'hidden' }, { transaction });
        expect(await Note.count()).toBe(0);
        expect(await Note.count({ transaction })).toBe(1);
      });
      expect(await Note.count()).toBe(1);
    });

    it('loses no update of 8 concurrent transactions, ten times over, beside single statements', async () => {
      await Counter.create({ id: 1 });
      await Promise.all(
        Array.from({ length: 8 }, async () => {
          for (let time = 0; time < 10; time += 1) {
            await addOneSlowly(1);
            await Counter.update({ total: literal('total + 1') }, { where: { id: 1 } });
          }
        }),
      );
      expect((await Counter.findByPk(1))?.total).toBe(160);
    });

    it('loses no update beside another process', async () => {
      await Counter.create({ id: 1 });
      const script = childScript('tests/database/models/counting-process.ts');
      const args = [...script.execArgv, script.path, JSON.stringify(databaseAddress()), '1', '40'];
      let isOver = false;
      let own = 0;
      const other = promisify(execFile)(process.execPath, args).finally(() => {
        isOver = true;
      });
      while (!isOver) {
        await addOneSlowly(1);
        own += 1;
      }
      await other;
      expect((await Counter.findByPk(1))?.total).toBe(40 + own);
    });

    it('completes both of two transactions that deadlock', async () => {
      await Counter.bulkCreate([{ id: 1 }, { id: 2 }]);
      const add = (first: number, second: number) =>
        inTransaction(async (transaction) => {
          await Counter.update({ total: literal('total + 1') }, { where: { id: first }, transaction });
          await sleep(BOTH_LOCKED_MS);
          await Counter.update({ total: literal('total + 1') }, { where: { id: second }, transaction });
        });
      await Promise.all([add(1, 2), add(2, 1)]);
      expect((await Counter.findAll()).map(({ total }) => total)).toEqual([2, 2]);
    });

    it('completes a single statement that deadlocks with a transaction', async () => {
      await Counter.bulkCreate([1, 2, 3, 4, 5, 6].map((id) => ({ id })));
      const addTo = (where: WhereOptions, transaction: Transaction | null = null) =>
        Counter.update({ total: literal('total + 1') }, { where, transaction });
      let single: Promise<unknown> = Promise.resolve();
      await inTransaction(async (transaction) => {
        // InnoDB ends the side that has changed fewer rows.
        await addTo({ id: [2, 3, 4, 5, 6] }, transaction);
        single = addTo({});
        await sleep(BOTH_LOCKED_MS);
        await addTo({ id: 1 }, transaction);
      });
      await single;
      expect((await Counter.findAll()).map(({ total }) => total)).toEqual([2, 2, 2, 2, 2, 2]);
    });

    it('does not block the event loop or readers while a write waits for a lock', async () => {
      await Counter.create({ id: 1 });
      const order: string[] = [];
      let waiting: Promise<unknown> = Promise.resolve();
      await inTransaction(async (transaction) => {
        await Counter.update({ total: 1 }, { where: { id: 1 }, transaction });
        waiting = Promise.all([
          addOneSlowly(1).then(() => order.push('transaction')),
          Counter.update({ total: literal('total + 1') }, { where: { id: 1 } }).then(() =>
            order.push('statement'),
          ),
        ]);
        for (let tick = 0; tick < 50; tick += 1) await nextTick();
        expect((await Counter.findByPk(1))?.total).toBe(0);
        order.push('holder');
      });
      await waiting;
      expect(order[0]).toBe('holder');
      expect((await Counter.findByPk(1))?.total).toBe(3);
    });
  });
});
