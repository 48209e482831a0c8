import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import mysql from 'mysql2/promise';
import { Op, QueryTypes } from 'sequelize';
import { childScript } from '@/app/config/child-script.server';
import { type Database, openDatabase, SqliteDatabase } from '@/models/database.server';
import { migrate, migrationStates } from '@/models/migrate.server';
import { migrations } from '@/models/migrations/index.server';
import type { DatabaseAddress } from '../support/databases';
import { fillTables, lostValues, readTables } from '../support/sample-rows';
import { describeSchema } from '../support/schema';
import { until } from '../support/until';
import { onBothDatabases } from './both-databases';
import { Random } from './random';
import { type Figures, printProgress, type Soak } from './soak';

export const soak: Soak = ({ count, seed }) =>
  onBothDatabases((name, address) => {
    const random = new Random(seed);
    const from = Array.from({ length: count }, (_, index) => index % migrations.length);
    return killWhileMigrating(fresh(address), from, random, (line) => printProgress(`${name}: ${line}`));
  });

const WITHIN = 'left within a migration';

/** Returns the address of an empty database at each call. */
type EmptyDatabase = () => Promise<DatabaseAddress>;

export const fresh =
  (address: DatabaseAddress): EmptyDatabase =>
  async () => {
    if ('file' in address) {
      const file = `${address.file}-migrated`;
      for (const part of ['', '-wal', '-shm']) await rm(file + part, { force: true });
      return { file };
    }
    const connection = await mysql.createConnection(address.url);
    const url = `${address.url}_migrated`;
    const name = new URL(url).pathname.slice(1);
    await connection.query('SET SESSION foreign_key_checks = 0');
    await connection.query(`DROP DATABASE IF EXISTS ${name}`);
    await connection.query(`CREATE DATABASE ${name}`);
    await connection.end();
    return { url };
  };

/**
 * For each version: kills a migration of a database with rows of that version at a random moment, then
 * migrates again in two processes at once, as `npm start` does for server and worker.
 * @param from number of migrations applied before, for each kill
 * @param to total number of migrations
 * @throws AssertionError when schema or rows differ from those of an undisturbed migration
 */
export async function killWhileMigrating(
  fresh: EmptyDatabase,
  from: number[],
  random: Random,
  tell: (line: string) => void,
  to = migrations.length,
): Promise<Figures> {
  const hits: Record<string, number> = {};
  const undisturbed = new Map<number, Awaited<ReturnType<typeof migrateUndisturbed>>>();
  for (const [index, version] of from.entries()) {
    if (!undisturbed.has(version)) undisturbed.set(version, await migrateUndisturbed(fresh, version, to));
    const expected = undisturbed.get(version)!;
    const address = await prepared(fresh, version);
    await killAfter(address, to, random.next() * expected.durationMs);

    const database = openDatabase(address);
    await waitForOtherConnections(database);
    const hit = await stateAfterKill(database, version, to);
    hits[hit] = (hits[hit] ?? 0) + 1;
    // As an older release left it, which recorded whole migrations only.
    const isForgotten = hit === WITHIN && random.next() < 0.5;
    if (isForgotten) await deleteStepRecords(database);
    await Promise.all([1, 2].map(() => migrate(database, migrations.slice(0, to))));
    assert.deepEqual(await describeSchema(database), expected.schema);
    assert.deepEqual(await readTables(database), expected.rows);
    await database.close();
    if (isForgotten)
      hits['of these without notes of steps'] = (hits['of these without notes of steps'] ?? 0) + 1;
    tell(
      `kill ${index + 1} of ${from.length}, from version ${version}: ${hit}${isForgotten ? ', notes forgotten' : ''}`,
    );
  }
  return { kills: from.length, ...hits };
}

async function prepared(fresh: EmptyDatabase, version: number): Promise<DatabaseAddress> {
  const address = await fresh();
  const database = openDatabase(address);
  await migrate(database, migrations.slice(0, version));
  await fillTables(database);
  await database.close();
  return address;
}

async function migrateUndisturbed(fresh: EmptyDatabase, version: number, to: number) {
  const address = await prepared(fresh, version);
  const database = openDatabase(address);
  const before = await readTables(database);
  const durationMs = await killAfter(address, to, Number.POSITIVE_INFINITY);
  const [schema, rows] = [await describeSchema(database), await readTables(database)];
  assert.deepEqual(lostValues(before, rows), []);
  await database.close();
  return { durationMs, schema, rows };
}

/** @returns duration of the migration in ms */
async function killAfter(address: DatabaseAddress, to: number, delayMs: number): Promise<number> {
  const script = childScript('tests/soak/migrations-process.ts');
  const args = [...script.execArgv, script.path, JSON.stringify(address), String(to)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const lines = createInterface(child.stdout);
  await Promise.race([once(lines, 'line'), ended.then(() => assert.fail('the migration did not begin'))]);
  const begunAt = performance.now();
  const done = once(lines, 'line').then(() => performance.now() - begunAt);
  if (Number.isFinite(delayMs)) {
    await sleep(delayMs);
    child.kill('SIGKILL');
    await ended;
    return delayMs;
  }
  await ended;
  assert.equal(child.exitCode, 0, 'the migration ended well');
  const durationMs = await done;
  return durationMs;
}

/** The server finishes a killed process's statement before it closes the connection. */
async function waitForOtherConnections(database: Database): Promise<void> {
  if (database instanceof SqliteDatabase) return;
  const others = () =>
    database.query(
      'SELECT id FROM information_schema.processlist WHERE db = DATABASE() AND id <> CONNECTION_ID()',
      { type: QueryTypes.SELECT },
    );
  const areGone = async () => (await others()).length === 0;
  await until(areGone, { what: 'the end of other connections', intervalMs: 5 });
}

async function stateAfterKill(database: Database, version: number, to: number): Promise<string> {
  const states = await migrationStates(database, migrations.slice(0, to));
  if (states.some(({ state }) => state === 'partly')) return WITHIN;
  const applied = states.filter(({ state }) => state === 'applied').length;
  if (applied === to) return 'left complete';
  return applied === version ? 'left untouched' : 'left between two migrations';
}

async function deleteStepRecords(database: Database): Promise<void> {
  const queryInterface = database.getQueryInterface();
  await queryInterface.bulkDelete('schema_migrations', { name: { [Op.like]: '%: %' } });
}
