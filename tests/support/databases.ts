import { mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import mysql from 'mysql2/promise';
import { QueryTypes, type Sequelize, type Transaction } from 'sequelize';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import {
  type Database,
  database,
  openDatabase,
  SqliteDatabase,
  switchDatabase,
} from '@/models/database.server';
import { migrate } from '@/models/migrate.server';
import { migrations } from '@/models/migrations/index.server';
import { createSqliteFromTemplate, fillMariaDbFromTemplate } from './template-databases';

/** Argument of `openDatabase`, for a child process of a test. */
export type DatabaseAddress = { url: string } | { file: string };

interface FreshDatabase {
  address: DatabaseAddress;
  /** Applies all migrations. */
  migrate(): Promise<void>;
  remove(): Promise<void>;
}

let address: DatabaseAddress;

/** Address of the running suite's database. */
export function databaseAddress(): DatabaseAddress {
  return address;
}

/**
 * Runs `suite` twice, on SQLite and on MariaDB, each on a fresh database with the project's migrations
 * applied and its models defined. Without MariaDB its half is skipped with a warning.
 * @param applied migrations to apply, if not all
 */
export function describeOnBothDatabases(name: string, suite: () => void, applied = migrations): void {
  describe(`${name} on SQLite`, () => withDatabase(freshSqlite, suite, applied));
  describe.skipIf(inject('mariaDbPort') === null)(`${name} on MariaDB`, () =>
    withDatabase(freshMariaDb, suite, applied),
  );
}

function withDatabase(
  fresh: () => Promise<FreshDatabase>,
  suite: () => void,
  applied: typeof migrations,
): void {
  let made: FreshDatabase;
  let sequelize: Database;

  beforeAll(async () => {
    made = await fresh();
    address = made.address;
    if (applied === migrations) await made.migrate();
    sequelize = openDatabase(address);
    if (applied !== migrations) await migrate(sequelize, applied);
    switchDatabase(sequelize);
  });

  afterAll(async () => {
    await sequelize.close();
    await made.remove();
  });

  suite();
}

async function freshSqlite(): Promise<FreshDatabase> {
  const folder = await mkdtemp(path.join(inject('runFolder'), 'sqlite-'));
  const file = path.join(folder, 'celeste.sqlite');
  return {
    address: { file },
    migrate: () => createSqliteFromTemplate(file, inject('runFolder')),
    remove: () => rm(folder, { recursive: true }),
  };
}

/** The default collation ignores case and accents, as on a server without configuration for this project. */
async function freshMariaDb(): Promise<FreshDatabase> {
  const server = await text(net.connect(inject('mariaDbPort')!, '127.0.0.1'));
  if (!server) throw new Error('MariaDB did not start; the reason stands in the output of this run');
  const name = `test_${process.pid}_${Date.now()}`;
  const administer = async (sql: string) => {
    const connection = await mysql.createConnection(server);
    await connection.query(sql);
    await connection.end();
  };
  await administer(`CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci`);
  return {
    address: { url: `${server}/${name}` },
    migrate: () => fillMariaDbFromTemplate(server, name, inject('runFolder')),
    remove: () => administer(`DROP DATABASE ${name}`),
  };
}

/** Empties every table of the running suite's database, for a `beforeEach`. Auto-increment ids continue. */
export async function resetDatabase(): Promise<void> {
  const sequelize = database();
  if (sequelize instanceof SqliteDatabase) {
    const unconstrained = sequelize.forMigrations();
    await unconstrained.transaction((transaction) => emptyTables(unconstrained, transaction));
    return unconstrained.close();
  }
  await sequelize.transaction(async (transaction) => {
    await sequelize.query('SET SESSION foreign_key_checks = 0', { transaction });
    await emptyTables(sequelize, transaction);
    await sequelize.query('SET SESSION foreign_key_checks = 1', { transaction });
  });
}

async function emptyTables(sequelize: Sequelize, transaction: Transaction): Promise<void> {
  const tables = await sequelize.getQueryInterface().showAllTables({ transaction });
  // Triggers on a searchable table maintain the tables of SQLite's full-text index.
  const own = tables.filter((name) => name !== 'schema_migrations' && !/_index(_|$)/.test(name));
  for (const table of own) {
    await sequelize.query(`DELETE FROM \`${table}\``, { type: QueryTypes.DELETE, transaction });
  }
}

/** Database outage: runs `meanwhile` while no server answers at the running suite's database address. */
export async function withDatabaseOutage(meanwhile: () => Promise<void>): Promise<void> {
  const usual = database();
  const nowhere = switchDatabase(openDatabase({ url: 'mysql://nobody@127.0.0.1:1/nowhere' }));
  try {
    await meanwhile();
  } finally {
    switchDatabase(usual);
    await nowhere.close();
  }
}
