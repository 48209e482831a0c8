import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Transaction } from 'sequelize';
import { type Pack, pack } from 'tar-stream';
import { freeBytesOf } from '@/app/config/free-bytes.server';
import { removeAbandonedWork, workPath } from '@/app/config/own-work.server';
import { AppError } from '@/app/domain/errors';
import { testPayments } from '@/app/integrations/payments/index.server';
import { storage } from '@/app/integrations/storage/index.server';
import { database } from '@/models/database.server';
import { appliedMigrations } from '@/models/migrate.server';
import { inSnapshot } from '@/models/snapshot.server';
import { Transcription } from '@/models/transcription.server';
import { referencedKeys } from '../storage/referenced-files.server';
import { type BackupHeader, CHECKOUTS, COMPLETE, FILES, HEADER, TABLES } from './backup-file';
import { rowsOf } from './table-rows.server';

export interface BackupCounts {
  rows: number;
  files: number;
  /** Files deleted during the backup. */
  gone: number;
}

/**
 * A consistent snapshot of the database and every file it refers to, while Celeste runs. Unfinished, it has
 * another name.
 * @throws AppError 'backup.exists', 'backup.no-room' (params: needed and free, in megabytes)
 */
export async function writeTar(file: string): Promise<BackupCounts> {
  if (await stat(file).catch(() => null)) throw new AppError('backup.exists');
  await removeAbandonedWork(path.dirname(file));
  await assertRoomFor(path.dirname(file));
  const unfinished = workPath(path.dirname(file), `${path.basename(file)}.unfinished`);
  const archive = pack();
  const written = pipeline(archive, createWriteStream(unfinished, { mode: 0o600 }));
  written.catch(() => archive.destroy());
  try {
    const counts = await inSnapshot((transaction) => writeEntries(archive, transaction));
    archive.finalize();
    await written;
    await rename(unfinished, file);
    return counts;
  } catch (error) {
    archive.destroy();
    await written.catch(() => {});
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** Estimated from the recordings alone, which outweigh everything else. */
async function assertRoomFor(folder: string): Promise<void> {
  const needed = (await Transcription.sum('sizeBytes', { where: { recordingGoneAt: null } })) || 0;
  const free = await freeBytesOf(folder);
  if (needed <= free) return;
  const megabytes = (bytes: number) => Math.ceil(bytes / 1024 ** 2);
  throw new AppError('backup.no-room', { needed: megabytes(needed), free: megabytes(free) });
}

async function writeEntries(archive: Pack, transaction: Transaction): Promise<BackupCounts> {
  const counts = { rows: 0, files: 0, gone: 0 };
  const header: BackupHeader = { product: 'celeste', migrations: await appliedMigrations(transaction) };
  await addBytes(archive, HEADER, Buffer.from(JSON.stringify(header)));
  for await (const key of referencedKeys(transaction)) {
    counts[(await addFile(archive, key)) ? 'files' : 'gone'] += 1;
  }
  for (const [index, checkout] of ((await testPayments?.listCheckouts()) ?? []).entries()) {
    await addBytes(archive, `${CHECKOUTS}${index}.json`, Buffer.from(JSON.stringify(checkout)));
  }
  for (const model of Object.values(database().models)) {
    let chunk = 0;
    for await (const { rows, lines } of rowsOf(model, transaction)) {
      counts.rows += rows.length;
      await addBytes(archive, `${TABLES}${model.getTableName()}/${chunk++}.jsonl`, lines);
    }
  }
  await addBytes(archive, COMPLETE, Buffer.alloc(0));
  return counts;
}

/** @returns false when the file no longer exists */
async function addFile(archive: Pack, key: string): Promise<boolean> {
  const size = await storage.size(key);
  if (size === null) return false;
  await pipeline(storage.read(key), archive.entry({ name: `${FILES}${key}`, size }));
  return true;
}

async function addBytes(archive: Pack, name: string, bytes: Buffer): Promise<void> {
  const entry = archive.entry({ name, size: bytes.length });
  entry.end(bytes);
  await once(entry, 'finish');
}
