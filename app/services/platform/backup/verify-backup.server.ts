import { rm } from 'node:fs/promises';
import path from 'node:path';
import { QueryTypes } from 'sequelize';
import { settings } from '@/app/config/env.server';
import { makeOwnFolder } from '@/app/config/own-work.server';
import { AppError } from '@/app/domain/errors';
import {
  type Database,
  database,
  inTransaction,
  openDatabase,
  switchDatabase,
} from '@/models/database.server';
import { appliedMigrations, migrate } from '@/models/migrate.server';
import { inSnapshot } from '@/models/snapshot.server';
import { withoutForeignKeys } from '@/models/without-foreign-keys.server';
import { referencedKeys } from '../storage/referenced-files.server';
import { type Backup, openBackup } from './open-backup.server';
import { replaceRows } from './replace-rows.server';

/** Of one kind, so that a wholly broken backup stays readable. */
const MAX_FAULTS = 20;

export interface VerifiedBackup {
  name: string;
  rows: number;
  files: number;
  fileBytes: number;
  /** A line each; none when all is in order. */
  faults: string[];
}

/**
 * Restores all rows of a backup into a scratch database (SQLite, whatever the configured one is), checks their
 * number and the foreign keys there, and reads every file to its end. Changes nothing of Celeste's. For
 * commands only: it switches the models of the whole process meanwhile.
 * @param name a tar file, the id of a backup in the archive, or 'latest'
 * @param findFaults what else is wrong with the rows of `database()`, a line each
 * @throws AppError 'backup.unreadable', 'backup.damaged', 'backup.other-version' and those of openBackup
 */
export async function verifyBackup(
  name: string,
  findFaults: () => Promise<string[]>,
): Promise<VerifiedBackup> {
  const backup = await openBackup(name);
  const { migrations: theirs } = await backup.readHeader();
  const faults: string[] = [];
  const { files, fileBytes } = await readFiles(backup, faults);
  const rows = await inScratchDatabase(async (scratch) => {
    const ours = await inSnapshot(appliedMigrations);
    if (theirs.join() !== ours.join()) {
      throw new AppError('backup.other-version', { theirs: theirs.at(-1)!, ours: ours.at(-1)! });
    }
    const { rows } = await withoutForeignKeys(() =>
      inTransaction((transaction) => replaceRows(backup, transaction)),
    );
    faults.push(...(await countFaults(backup, files)));
    faults.push(...(await foreignKeyFaults(scratch)));
    faults.push(...(await findFaults()).slice(0, MAX_FAULTS));
    return rows;
  });
  return { name: backup.name, rows, files, fileBytes, faults };
}

async function readFiles(backup: Backup, faults: string[]): Promise<{ files: number; fileBytes: number }> {
  let files = 0;
  let fileBytes = 0;
  for await (const { key, bytes, content } of backup.files()) {
    const read = await bytesOf(content).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'backup.damaged') return null;
      throw error;
    });
    files += 1;
    fileBytes += read ?? 0;
    const isWhole = read !== null && (bytes === null || bytes === read);
    if (!isWhole && faults.length < MAX_FAULTS) faults.push(`file ${key} is not what was backed up`);
  }
  return { files, fileBytes };
}

async function bytesOf(content: AsyncIterable<Buffer>): Promise<number> {
  let bytes = 0;
  for await (const chunk of content) bytes += chunk.length;
  return bytes;
}

async function inScratchDatabase<T>(work: (scratch: Database) => Promise<T>): Promise<T> {
  const usual = database();
  const folder = await makeOwnFolder(path.join(settings.dataDir, 'tmp'), 'verify');
  const scratch = openDatabase({ file: path.join(folder, 'scratch.sqlite') });
  try {
    await migrate(scratch);
    switchDatabase(scratch);
    return await work(scratch);
  } finally {
    switchDatabase(usual);
    await scratch.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Compares what is in the scratch database with what the backup says, and the files with the rows. */
async function countFaults(backup: Backup, files: number): Promise<string[]> {
  const counts = await backup.readCounts();
  if (!counts) return [];
  const faults: string[] = [];
  for (const model of Object.values(database().models)) {
    const table = String(model.getTableName());
    const found = await model.count();
    const expected = counts.rows[table] ?? 0;
    if (found !== expected) faults.push(`table ${table} has ${found} rows, of ${expected}`);
  }
  const referenced = await inSnapshot(async (transaction) => {
    let count = 0;
    for await (const _ of referencedKeys(transaction)) count += 1;
    return count;
  });
  if (referenced !== files + counts.gone) {
    faults.push(`rows refer to ${referenced} files, of which ${files} are there and ${counts.gone} were not`);
  }
  return faults;
}

async function foreignKeyFaults(scratch: Database): Promise<string[]> {
  const broken = await scratch.query<{ table: string; rowid: number; parent: string }>(
    'PRAGMA foreign_key_check',
    { type: QueryTypes.SELECT },
  );
  return broken
    .slice(0, MAX_FAULTS)
    .map(({ table, rowid, parent }) => `row ${rowid} of ${table} refers to no row of ${parent}`);
}
