import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { QueryInterface, Sequelize } from 'sequelize';
import { projectDir } from '@/app/config/env.server';
import type { Database } from '@/models/database.server';

/** What a released version needs of the database. Its own schema follows from the migrations up to its last. */
export interface RecordedVersion {
  lastMigration: string;
  /** The columns that its models read and write, by table. */
  tables: Record<string, string[]>;
}

/** The version before this one, whose processes may run beside it; recorded when it was released. */
export const previousVersion = JSON.parse(
  readFileSync(path.join(projectDir, 'tests/fixtures/previous-version.json'), 'utf8'),
) as RecordedVersion;

type Row = Record<string, unknown>;
type Columns = Awaited<ReturnType<QueryInterface['describeTable']>>;

const MOMENT = '2026-03-01 12:00:00.123';

/**
 * Does what a version's models do, on its own schema and on another: inserts rows of extreme values and of as few
 * as are required, reads and deletes them.
 * @param own empty tables of the version's own schema
 * @param other empty tables of the schema it should get along with
 * @returns a line for each difference that the version would notice
 */
export async function findBreakages(
  version: RecordedVersion,
  own: Database,
  other: Database,
): Promise<string[]> {
  const connections = [own.forMigrations(), other.forMigrations()] as const;
  try {
    for (const connection of connections) {
      if (connection.getDialect() === 'mysql') await connection.query('SET SESSION foreign_key_checks = 0');
    }
    const found: string[] = [];
    for (const [table, columns] of Object.entries(version.tables)) {
      found.push(...(await breakagesOf(table, columns, ...connections)));
    }
    return found;
  } finally {
    for (const connection of connections) await connection.close();
  }
}

async function breakagesOf(table: string, names: string[], own: Sequelize, other: Sequelize) {
  if (!(await other.getQueryInterface().tableExists(table))) return [`${table} is gone`];
  const before = await own.getQueryInterface().describeTable(table);
  const after = await other.getQueryInterface().describeTable(table);
  const missing = names.filter((name) => !after[name]).map((name) => `${table}.${name} is gone`);
  if (missing.length > 0) return missing;
  const narrowed = names
    .filter((name) => capacityOf(after[name]!.type) < capacityOf(before[name]!.type))
    .map((name) => `${table}.${name} was ${before[name]!.type} and is ${after[name]!.type}`);
  const unique = await uniqueColumns(own, table, before);
  const rows = [1, 2, 3].map((number) => sampleRow(names, before, { number, unique }));
  const expected = await insertAndRead(own, table, names, rows);
  const actual = await insertAndRead(other, table, names, rows).catch((error: Error) => error.message);
  if (actual === expected) return [...narrowed, ...(await newForeignKeys(table, names, own, other))];
  return [...narrowed, actual.startsWith('[') ? `${table} reads otherwise` : `${table}: ${actual}`];
}

/** Two rows that differ only where they must, and one with nothing that may be missing. */
function sampleRow(
  names: string[],
  columns: Columns,
  { number, unique }: { number: number; unique: Set<string> },
): Row {
  return Object.fromEntries(
    names.map((name) => {
      const column = columns[name]!;
      const isLeftOut = number === 3 && column.allowNull && !unique.has(name);
      return [name, isLeftOut ? null : extremeValue(column.type, unique.has(name) ? number : 0)];
    }),
  );
}

function extremeValue(type: string, number: number): unknown {
  const length = Number(/^VARCHAR\((\d+)\)/i.exec(type)?.[1] ?? 70_000);
  if (/^TINYINT/i.test(type)) return number % 2;
  if (/^BIGINT/i.test(type)) return Number.MAX_SAFE_INTEGER - number;
  if (/^INT/i.test(type)) return 2 ** 31 - 1 - number;
  if (/^(DOUBLE|FLOAT|REAL)/i.test(type)) return number + 0.5;
  if (/^DATETIME/i.test(type)) return MOMENT;
  const most = Math.min(length, capacityOf(type) / 2, 70_000);
  if (/BLOB/i.test(type)) return Buffer.alloc(most, number + 1);
  return `${number}${'É'.repeat(most - 1)}`;
}

/** To compare types of a kind: bytes, characters or bits. */
function capacityOf(type: string): number {
  const [, kind = '', length] = /^(\w+)(?:\((\d+)\))?/.exec(type.toUpperCase()) ?? [];
  const sizes: Record<string, number> = {
    ...{ TINYINT: 8, SMALLINT: 16, MEDIUMINT: 24, INT: 32, INTEGER: 32, BIGINT: 64 },
    ...{ TINYTEXT: 255, TEXT: 65_535, MEDIUMTEXT: 2 ** 24, LONGTEXT: 2 ** 32 },
    ...{ TINYBLOB: 255, BLOB: 65_535, MEDIUMBLOB: 2 ** 24, LONGBLOB: 2 ** 32 },
  };
  return sizes[kind] ?? Number(length ?? 70_000);
}

async function uniqueColumns(connection: Sequelize, table: string, columns: Columns): Promise<Set<string>> {
  const indexes = (await connection.getQueryInterface().showIndex(table)) as {
    unique: boolean;
    primary: boolean;
    fields: { attribute: string }[];
  }[];
  const indexed = indexes
    .filter(({ unique, primary }) => unique || primary)
    .flatMap(({ fields }) => fields.map(({ attribute }) => attribute));
  const keys = Object.keys(columns).filter((name) => columns[name]!.primaryKey);
  return new Set([...indexed, ...keys]);
}

/** @returns the rows as JSON; they are deleted again */
async function insertAndRead(connection: Sequelize, table: string, names: string[], rows: Row[]) {
  const quoted = names.map((name) => `\`${name}\``).join(', ');
  await connection.getQueryInterface().bulkInsert(table, rows);
  const [read] = await connection.query(`SELECT ${quoted} FROM \`${table}\``);
  await connection.query(`DELETE FROM \`${table}\``);
  const lines = (read as Row[]).map((row) => JSON.stringify(names.map((name) => row[name])));
  return `[${lines.sort().join()}]`;
}

/** Rows that the version inserts in its own order, or without a parent, would be refused. */
async function newForeignKeys(table: string, names: string[], own: Sequelize, other: Sequelize) {
  const keysOf = async (connection: Sequelize) => {
    const keys = await connection.getQueryInterface().getForeignKeyReferencesForTable(table);
    return (keys as { columnName: string; referencedTableName: string }[]).map(
      ({ columnName, referencedTableName }) => `${table}.${columnName} must refer to ${referencedTableName}`,
    );
  };
  const known = await keysOf(own);
  return (await keysOf(other)).filter(
    (key) => !known.includes(key) && names.some((name) => key.startsWith(`${table}.${name} `)),
  );
}
