import { QueryTypes, type Sequelize } from 'sequelize';
import type { Database } from '@/models/database.server';

type Row = Record<string, unknown>;
type Rows = Record<string, Row[]>;

const ROWS = 3;
const MOMENT = '2026-03-01 12:00:00.123';

/** The project's tables: without the migration records and SQLite's full-text index tables. */
async function ownTables(sequelize: Sequelize): Promise<string[]> {
  const tables = await sequelize.getQueryInterface().showAllTables();
  return tables.filter((name) => name !== 'schema_migrations' && !/_index(_|$)/.test(name)).sort();
}

/**
 * Fills every table, at any schema version, with rows 1 to 3. A row references the rows with its own number,
 * and no two rows of a table share a text.
 */
export async function fillTables(database: Database): Promise<void> {
  const connection = database.forMigrations();
  const queryInterface = connection.getQueryInterface();
  if (connection.getDialect() === 'mysql') await connection.query('SET SESSION foreign_key_checks = 0');
  for (const table of await ownTables(connection)) {
    const columns = Object.entries(await queryInterface.describeTable(table));
    const rows = Array.from({ length: ROWS }, (_, index) =>
      Object.fromEntries(columns.map(([name, { type }]) => [name, sampleValue(name, type, index + 1)])),
    );
    await queryInterface.bulkInsert(table, rows);
  }
  await connection.close();
}

function sampleValue(column: string, type: string, number: number): unknown {
  const length = Number(/^VARCHAR\((\d+)\)/.exec(type)?.[1] ?? 1_000);
  if (/^TINYINT/.test(type)) return number % 2;
  if (/^(INTEGER|INT|BIGINT|DOUBLE)/.test(type)) return number;
  if (/^DATETIME/.test(type)) return MOMENT;
  if (/BLOB$/.test(type)) return Buffer.from(`${number} ${column}`);
  return `${number} ${column} É`.slice(0, length);
}

/** Reads every row of every table. Jobs that a migration enqueues have a varying time, which is cleared. */
export async function readTables(database: Database): Promise<Rows> {
  const rows: Rows = {};
  for (const table of await ownTables(database)) {
    const found = await database.query<Row>(`SELECT * FROM ${table} ORDER BY id`, {
      type: QueryTypes.SELECT,
    });
    rows[table] = found.map((row) =>
      row.name === 'index-transcript' ? { ...row, run_at: null, created_at: null, updated_at: null } : row,
    );
  }
  return rows;
}

/** Values of `before` that are missing or different in `after`. */
export function lostValues(before: Rows, after: Rows): string[] {
  return Object.entries(before).flatMap(([table, rows]) =>
    rows.flatMap((row) => {
      const found = after[table]?.find(({ id }) => id === row.id);
      return Object.keys(row)
        .filter((column) => JSON.stringify(found?.[column]) !== JSON.stringify(row[column]))
        .map((column) => `${table}.${column} of row ${row.id}`);
    }),
  );
}
