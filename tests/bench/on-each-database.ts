import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createUser } from '@/app/services/account/create-user.server';
import { inTransaction, openDatabase, switchDatabase } from '@/models/database.server';
import { migrate } from '@/models/migrate.server';
import type { DatabaseAddress } from '../support/databases';
import { findMariaDb, startMariaDb } from '../support/mariadb';

type Measure = (userId: number, address: DatabaseAddress) => Promise<void>;

/** Runs a benchmark with a new user on a new SQLite database, then on MariaDB where it is installed. */
export async function onEachDatabase(measure: Measure): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'celeste-bench-'));
  try {
    process.stdout.write('  on SQLite\n');
    await withPerson({ file: path.join(folder, 'celeste.sqlite') }, measure);
    const programs = findMariaDb();
    if (!programs) return void process.stdout.write('  MariaDB is not installed\n');
    process.stdout.write('  on MariaDB\n');
    const server = await startMariaDb(programs, path.join(folder, 'mariadb'));
    try {
      const administration = openDatabase({ url: `${server.url}/mysql` });
      await administration.query('CREATE DATABASE bench');
      await administration.close();
      await withPerson({ url: `${server.url}/bench` }, measure);
    } finally {
      await server.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function withPerson(address: DatabaseAddress, measure: Measure): Promise<void> {
  const opened = openDatabase(address);
  await migrate(opened);
  switchDatabase(opened);
  const owner = { email: 'ana@example.com', name: 'Ana Souza' };
  await measure(await inTransaction((transaction) => createUser(owner, transaction)), address);
  await opened.close();
}

/** Median of several runs after a warm-up run, in ms. */
export async function medianMs(runs: number, work: () => Promise<unknown>): Promise<number> {
  await work();
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const startedAt = performance.now();
    await work();
    times.push(performance.now() - startedAt);
  }
  return times.toSorted((a, b) => a - b)[runs >> 1]!;
}
