import path from 'node:path';
import mysql from 'mysql2/promise';
import { settings } from '@/app/config/env.server';
import { openDatabase, switchDatabase } from '@/models/database.server';
import { migrate } from '@/models/migrate.server';
import type { DatabaseAddress } from '../support/databases';
import { findMariaDb, startMariaDb } from '../support/mariadb';
import type { Figures } from './soak';

/**
 * Runs a soak on a new SQLite database, then on a new MariaDB where it is installed.
 * @param mariaDbOptions of its server
 */
export async function onBothDatabases(
  work: (name: string, address: DatabaseAddress) => Promise<Figures>,
  mariaDbOptions: readonly string[] = [],
): Promise<Figures> {
  const figures = await onNew('SQLite', { file: path.join(settings.dataDir, 'soak.sqlite') }, work);
  const programs = findMariaDb();
  if (!programs) return { ...figures, MariaDB: 'not installed, LEFT OUT' };
  const mariaDb = await startMariaDb(programs, path.join(settings.dataDir, 'mariadb'), mariaDbOptions);
  try {
    const connection = await mysql.createConnection(mariaDb.url);
    await connection.query('CREATE DATABASE soak');
    await connection.end();
    return { ...figures, ...(await onNew('MariaDB', { url: `${mariaDb.url}/soak` }, work)) };
  } finally {
    await mariaDb.stop();
  }
}

async function onNew(
  name: string,
  address: DatabaseAddress,
  work: (name: string, address: DatabaseAddress) => Promise<Figures>,
): Promise<Figures> {
  const database = switchDatabase(openDatabase(address));
  await migrate(database);
  const figures = await work(name, address);
  await database.close();
  return Object.fromEntries(Object.entries(figures).map(([figure, value]) => [`${name}: ${figure}`, value]));
}
