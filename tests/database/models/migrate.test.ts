import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { QueryTypes } from 'sequelize';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { childScript } from '@/app/config/child-script.server';
import { type Database, openDatabase, SqliteDatabase } from '@/models/database.server';
import { migrate, migrationStates } from '@/models/migrate.server';
import { type Migration, migrations } from '@/models/migrations/index.server';
import type { Step } from '@/models/migrations/steps.server';
import { fresh, killWhileMigrating } from '@/tests/soak/migrations';
import { Random } from '@/tests/soak/random';
import { databaseAddress, describeOnBothDatabases } from '@/tests/support/databases';
import { createShelves, fillShelves, sampleMigrations } from './sample-migrations';

const names = sampleMigrations.map(({ name }) => name);

const stepsOf = (all: Migration[]) => all.flatMap(({ steps }) => steps('mysql')).length;
/** Number of migrations up to the one that changes tables and rows. */
const LIBRARY = 1 + migrations.findIndex(({ name }) => name === '0004-library');

/** The sample migrations, with one step that fails before its work or between its work and its record. */
function failingAt(fatal: number, moment: 'before' | 'after'): Migration[] {
  let index = 0;
  return sampleMigrations.map((migration) => ({
    ...migration,
    steps: (dialect) => {
      return migration.steps(dialect).map((step) => {
        if (index++ % stepsOf(sampleMigrations) !== fatal) return step;
        const run: Step['run'] = async (...context) => {
          if (moment === 'after') await step.run(...context);
          throw new Error('killed');
        };
        return { ...step, run };
      });
    },
  }));
}

describeOnBothDatabases('migrations', () => {
  let database: Database;

  const count = async (table: string) => {
    const rows = await database.query<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`, {
      type: QueryTypes.SELECT,
    });
    return rows[0]?.n;
  };

  const statesOf = async (all: Migration[]) =>
    (await migrationStates(database, all)).filter(({ name }) => names.includes(name));

  const dropSample = async () => {
    const queryInterface = database.getQueryInterface();
    for (const table of ['books', 'shelves']) await queryInterface.dropTable(table);
    await queryInterface.bulkDelete('schema_migrations', { name: names });
  };

  beforeEach(() => {
    database = openDatabase(databaseAddress());
  });

  afterEach(async () => {
    await dropSample();
    await database.close();
  });

  it('applies each once, in order', async () => {
    expect(await migrate(database, sampleMigrations.slice(0, 1))).toEqual(names.slice(0, 1));
    expect(await migrate(database, sampleMigrations)).toEqual(names.slice(1));
    expect(await migrate(database, sampleMigrations)).toEqual([]);
  });

  it('keeps the children of a rebuilt table', async () => {
    await migrate(database, sampleMigrations);
    expect([await count('shelves'), await count('books')]).toEqual([1, 2]);
  });

  it('is safe when several processes start at once', async () => {
    const script = childScript('tests/database/models/migrating-process.ts');
    const args = [...script.execArgv, script.path, JSON.stringify(databaseAddress())];
    const starts = [1, 2, 3].map(() => promisify(execFile)(process.execPath, args));
    const applied = (await Promise.all(starts)).map(({ stdout }) => JSON.parse(stdout) as string[]);
    expect(applied.toSorted((a, b) => b.length - a.length)).toEqual([names, [], []]);
    expect(await count('books')).toBe(2);
  });

  it('does not record a failed one, and resumes afterwards', async () => {
    const failing = {
      name: fillShelves.name,
      steps: () => [
        {
          name: 'fail',
          run: async () => {
            throw new Error('no shelf today');
          },
        },
      ],
    };
    await expect(migrate(database, [createShelves, failing])).rejects.toThrow('no shelf today');
    expect((await migrate(database, sampleMigrations)).slice(-2)).toEqual(names.slice(1));
  });

  it('resumes after a kill at any statement, recorded or not, and repeats nothing', async () => {
    for (const moment of ['before', 'after'] as const) {
      for (let fatal = 0; fatal < stepsOf(sampleMigrations); fatal += 1) {
        await expect(migrate(database, failingAt(fatal, moment))).rejects.toThrow('killed');
        await migrate(database, sampleMigrations);
        expect([await count('shelves'), await count('books')]).toEqual([1, 2]);
        expect(await statesOf(sampleMigrations)).toEqual(names.map((name) => ({ name, state: 'applied' })));
        await dropSample();
      }
    }
    await migrate(database, sampleMigrations);
  });

  it('lists applied, partly applied and pending migrations without changing anything', async () => {
    expect(await statesOf(sampleMigrations)).toEqual(names.map((name) => ({ name, state: 'pending' })));
    await expect(migrate(database, failingAt(1, 'before'))).rejects.toThrow('killed');
    const isUndone = database instanceof SqliteDatabase;
    expect(await statesOf(sampleMigrations)).toEqual([
      isUndone
        ? { name: names[0], state: 'pending' }
        : { name: names[0], state: 'partly', done: 1, missing: ['create books'] },
      { name: names[1], state: 'pending' },
      { name: names[2], state: 'pending' },
    ]);
    await migrate(database, sampleMigrations);
    expect(await statesOf([])).toContainEqual({ name: names[2], state: 'unknown' });
  });

  it('migrates every row to the newest tables although killed on the way', async () => {
    const random = new Random(20_260_302);
    await killWhileMigrating(fresh(databaseAddress()), [LIBRARY - 1], random, () => {}, LIBRARY);
  });

  it('creates tables that distinguish letters by case and accent', async () => {
    await migrate(database, sampleMigrations);
    const search = (label: string) =>
      database.query('SELECT id FROM shelves WHERE label = ?', {
        type: QueryTypes.SELECT,
        replacements: [label],
      });
    expect([await search('É'), await search('é'), await search('E')]).toEqual([[{ id: 1 }], [], []]);
  });

  it("names the project's own migrations so that they sort in order of application", () => {
    const own = migrations.map(({ name }) => name);
    expect(own).toEqual([...new Set(own)].toSorted());
    expect(own.every((name) => /^\d{4}-[a-z0-9-]+$/.test(name))).toBe(true);
  });
});
