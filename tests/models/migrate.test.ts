import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { QueryTypes } from 'sequelize';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { childScript } from '@/app/config/child-script.server';
import { type Database, openDatabase } from '@/models/database.server';
import { migrate } from '@/models/migrate.server';
import { migrations } from '@/models/migrations/index.server';
import { databaseAddress, describeOnBothDatabases } from '../support/databases';
import { createShelves, fillShelves, sampleMigrations } from './sample-migrations';

const names = sampleMigrations.map(({ name }) => name);

describeOnBothDatabases('migrations', () => {
  let database: Database;

  const count = async (table: string) => {
    const rows = await database.query<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`, {
      type: QueryTypes.SELECT,
    });
    return rows[0]?.n;
  };

  beforeEach(() => {
    database = openDatabase(databaseAddress());
  });

  afterEach(async () => {
    const queryInterface = database.getQueryInterface();
    for (const table of ['books', 'shelves']) await queryInterface.dropTable(table);
    await queryInterface.bulkDelete('schema_migrations', { name: names });
    await database.close();
  });

  it('applies each once, in order', async () => {
    expect(await migrate(database, sampleMigrations.slice(0, 1))).toEqual(names.slice(0, 1));
    expect(await migrate(database, sampleMigrations)).toEqual(names.slice(1));
    expect(await migrate(database, sampleMigrations)).toEqual([]);
  });

  it('keeps the children of a table that is rebuilt', async () => {
    await migrate(database, sampleMigrations);
    expect([await count('shelves'), await count('books')]).toEqual([1, 2]);
  });

  it('is safe when several processes start at once', async () => {
    const script = childScript('tests/models/migrating-process.ts');
    const args = [...script.execArgv, script.path, JSON.stringify(databaseAddress())];
    const starts = [1, 2, 3].map(() => promisify(execFile)(process.execPath, args));
    const applied = (await Promise.all(starts)).map(({ stdout }) => JSON.parse(stdout) as string[]);
    expect(applied.toSorted((a, b) => b.length - a.length)).toEqual([names, [], []]);
    expect(await count('books')).toBe(2);
  });

  it('does not count one that failed, and can go on afterwards', async () => {
    const failing = {
      name: fillShelves.name,
      up: async () => {
        throw new Error('no shelf today');
      },
    };
    await expect(migrate(database, [createShelves, failing])).rejects.toThrow('no shelf today');
    expect((await migrate(database, sampleMigrations)).slice(-2)).toEqual(names.slice(1));
  });

  it('makes tables that tell letters apart by case and accent', async () => {
    await migrate(database, sampleMigrations);
    const search = (label: string) =>
      database.query('SELECT id FROM shelves WHERE label = ?', {
        type: QueryTypes.SELECT,
        replacements: [label],
      });
    expect([await search('É'), await search('é'), await search('E')]).toEqual([[{ id: 1 }], [], []]);
  });

  it("has the project's own migrations under names that sort as they are applied", () => {
    const own = migrations.map(({ name }) => name);
    expect(own).toEqual([...new Set(own)].toSorted());
    expect(own.every((name) => /^\d{4}-[a-z0-9-]+$/.test(name))).toBe(true);
  });
});
