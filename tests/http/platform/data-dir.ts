import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { QueryTypes } from 'sequelize';
import { type Database, openDatabase } from '@/models/database.server';
import type { RunningCeleste } from '@/tests/support/celeste';
import { until } from '@/tests/support/until';

/** Each look opens the database. */
const INTERVAL_MS = 50;

type Rows = Record<string, unknown>[];

/** Queries the database of a running Celeste. */
export const rows = (celeste: RunningCeleste, query: string): Promise<Rows> =>
  withDatabase(celeste, (database) => database.query<Rows[number]>(query, { type: QueryTypes.SELECT }));

/** Waits until a recording has its copies for playback. @returns the path of its transcription */
export async function waitForCopies(celeste: RunningCeleste): Promise<string> {
  const copied = async () =>
    (await rows(celeste, 'SELECT public_id FROM transcriptions WHERE copied_at IS NOT NULL'))[0];
  const { public_id } = await until(copied, { what: 'the copies of a recording', intervalMs: INTERVAL_MS });
  return `/transcriptions/${public_id}`;
}

/** Changes the database of a running Celeste. */
export const change = (celeste: RunningCeleste, statement: string): Promise<unknown> =>
  withDatabase(celeste, (database) => database.query(statement));

async function withDatabase<T>(celeste: RunningCeleste, use: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase(celeste.database);
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}

/** Snapshot of a Celeste's state: all rows of each table, recordings and mails. */
export async function readAllData(celeste: RunningCeleste): Promise<Record<string, unknown>> {
  const data: Record<string, unknown> = { storage: await filesIn(celeste), mails: await mails(celeste) };
  await withDatabase(celeste, async (database) => {
    const select = (query: string) => database.query<Rows[number]>(query, { type: QueryTypes.SELECT });
    const tables = await select(`SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name`);
    for (const { name } of tables) data[String(name)] = await select(`SELECT * FROM "${name}"`);
  });
  return data;
}

/** Recordings in the storage, including unfinished ones. */
export async function filesIn({ dataDir }: RunningCeleste): Promise<string[]> {
  const storage = path.join(dataDir, 'storage');
  const entries = await readdir(storage, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(storage, path.join(entry.parentPath, entry.name)))
    .sort();
}

/** Raw source of each mail to an address, or of all mails. */
export async function mails({ dataDir }: RunningCeleste, email = ''): Promise<string[]> {
  const folder = path.join(dataDir, 'mail');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
  const sources = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
  return sources.filter((source) => /^To: (.*)$/m.exec(source)?.[1]?.includes(email));
}

/** The log file of a Celeste in local mode. */
export function logOf({ dataDir }: RunningCeleste): Promise<string> {
  return readFile(path.join(dataDir, 'log/celeste.log'), 'utf8');
}
