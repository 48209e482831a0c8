import { DatabaseError, type DataTypes, type Transaction } from 'sequelize';
import { beforeAll, expect, it } from 'vitest';
import { database, inTransaction } from '@/models/database.server';
import { momentOf } from '@/models/moment.server';
import { describeOnBothDatabases } from '@/tests/support/databases';

describeOnBothDatabases('plain rows', () => {
  const at = new Date('2026-11-20T12:30:00.250Z');

  beforeAll(async () => {
    await database().query(
      'CREATE TABLE samples (id INTEGER PRIMARY KEY, name VARCHAR(20), made_at DATETIME(3))',
    );
    for (const [id, name] of [
      [1, 'um'],
      [2, 'dois'],
      [3, 'três'],
    ])
      await database().query('INSERT INTO samples (id, name, made_at) VALUES (:id, :name, :at)', {
        replacements: { id, name, at },
      });
  });

  it('are read by values, lists and times', async () => {
    const rows = await database().select<{ id: number; madeAt: string }>(
      `SELECT id, CAST(made_at AS CHAR(23)) AS madeAt FROM samples
      WHERE name IN (:names) AND made_at <= :at AND id > :above ORDER BY id DESC`,
      { names: ['dois', 'três'], at, above: 0, unused: undefined },
    );
    expect(rows.map(({ id, madeAt }) => [id, momentOf(madeAt)])).toEqual([
      [3, at],
      [2, at],
    ]);
  });

  it('show at once what was changed, also inside a transaction', async () => {
    const nameOf = async (transaction: Transaction | null = null) => {
      const sql = 'SELECT name FROM samples WHERE id = :id';
      const [row] = await database().select<{ name: string }>(sql, { id: 1 }, transaction);
      return row!.name;
    };
    expect(await nameOf()).toBe('um');
    await inTransaction(async (transaction) => {
      await database().query(`UPDATE samples SET name = 'novo' WHERE id = 1`, { transaction });
      expect([await nameOf(transaction), await nameOf()]).toEqual(['novo', 'um']);
    });
    expect(await nameOf()).toBe('novo');
  });

  it('are read as before after the table was changed', async () => {
    const read = () => database().select('SELECT id FROM samples WHERE id = :id', { id: 2 });
    expect(await read()).toEqual([{ id: 2 }]);
    await database().query('ALTER TABLE samples ADD COLUMN more INTEGER');
    await database().query('ALTER TABLE samples RENAME COLUMN made_at TO finished_at');
    expect(await read()).toEqual([{ id: 2 }]);
  });

  it('fail as other statements do, and again', async () => {
    const wrong = () => database().select('SELECT nothing FROM samples WHERE id = :id', { id: 1 });
    await expect(wrong()).rejects.toThrow(DatabaseError);
    await expect(wrong()).rejects.toThrow(DatabaseError);
    expect(await database().select('SELECT id FROM samples WHERE id = :id', { id: 1 })).toHaveLength(1);
  });

  it('hold no lock that keeps others from writing', async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      await database().select('SELECT name FROM samples ORDER BY id', {});
      await inTransaction((transaction) =>
        database().query('UPDATE samples SET name = name', { transaction }),
      );
    }
  });

  it('of models have the types of their tables, which Sequelize need not ask for', async () => {
    for (const model of Object.values(database().models)) {
      const described = await database().getQueryInterface().describeTable(model.tableName);
      for (const { field, type } of Object.values(model.getAttributes())) {
        const declared = (type as DataTypes.AbstractDataType).toSql();
        if (/^DATE/.test(declared)) expect(`${field} ${described[field!]!.type}`).toMatch(/ DATETIME/);
        else expect(`${field} ${described[field!]!.type}`).not.toMatch(/DATE/);
      }
    }
  });
});
