import type { Transaction } from 'sequelize';
import { settings } from '@/app/config/env.server';
import { log } from '@/app/config/log.server';
import { AppError } from '@/app/domain/errors';
import type { Archive } from '@/app/integrations/storage/port';
import { type HeldLock, withExclusiveLock } from '@/models/exclusive-lock.server';
import { appliedMigrations } from '@/models/migrate.server';
import { inSnapshot } from '@/models/snapshot.server';
import { referencedKeys } from '../storage/referenced-files.server';
import {
  type BackupManifest,
  FILE_LISTS,
  listBackups,
  MANIFESTS,
  newBackupId,
  ROWS,
  requireArchive,
} from './backup-catalogue.server';
import { copyFiles, type Written } from './copy-files.server';
import { pruneBackups } from './prune-backups.server';
import { writeRowStream } from './row-stream.server';

export interface MadeBackup {
  id: string;
  manifest: BackupManifest;
  /** What had to be written. */
  written: Written;
}

/**
 * Backs up to the archive while Celeste runs: files that are not there yet, a consistent snapshot of all rows,
 * and last the manifest, without which nothing of it counts. A killed one is cheap to repeat. Removes backups that
 * are no longer to be kept.
 * @throws AppError 'backup.not-set-up', 'backup.running', 'backup.no-room', 'backup.wrong-key'; LockLost; the
 *   signal's reason
 */
export async function makeBackup(
  options: { signal?: AbortSignal | undefined; now?: Date } = {},
): Promise<MadeBackup> {
  const archive = await requireArchive();
  const made = await withExclusiveLock('backup', (lock) => makeUnderLock(archive, lock, options));
  if (!made) throw new AppError('backup.running');
  return made;
}

async function makeUnderLock(
  archive: Archive,
  lock: HeldLock,
  { signal: stop, now = new Date() }: Parameters<typeof makeBackup>[0] & object,
): Promise<MadeBackup> {
  const signal = stop ? AbortSignal.any([stop, lock.signal]) : lock.signal;
  const written: Written = { files: 0, bytes: 0 };
  const id = newBackupId(now);
  await archive.removeAbandoned();
  // What takes long comes first, so that the snapshot below is short.
  for await (const _ of copyFiles(archive, referencedKeys(null), { written, signal }));
  const manifest = await inSnapshot((transaction) =>
    writeSnapshot({ archive, id, now, written, signal, transaction }),
  );
  await lock.assertHeld();
  signal.throwIfAborted();
  const content = Buffer.from(JSON.stringify(manifest));
  written.bytes += (await archive.put(`${MANIFESTS}/${id}`, only(content))).bytes;
  await prune(archive, id);
  log.info({ id, ...written, gone: manifest.gone }, 'a backup was made');
  return { id, manifest, written };
}

interface Snapshot {
  archive: Archive;
  id: string;
  now: Date;
  written: Written;
  signal: AbortSignal;
  transaction: Transaction;
}

async function writeSnapshot(snapshot: Snapshot): Promise<BackupManifest> {
  const { archive, id, now, written, signal, transaction } = snapshot;
  const manifest: BackupManifest = {
    product: 'celeste',
    migrations: await appliedMigrations(transaction),
    createdAt: now.toISOString(),
    rows: {},
    files: 0,
    fileBytes: 0,
    gone: 0,
  };
  const list = await archive.put(`${FILE_LISTS}/${id}`, writeFileList(snapshot, manifest));
  const rows = await archive.put(
    `${ROWS}/${id}`,
    writeRowStream(transaction, (table, count) => {
      signal.throwIfAborted();
      manifest.rows[table] = (manifest.rows[table] ?? 0) + count;
    }),
  );
  written.bytes += list.bytes + rows.bytes;
  return manifest;
}

/** Copies what has come since, and counts. */
async function* writeFileList(
  { archive, written, signal, transaction }: Snapshot,
  manifest: BackupManifest,
): AsyncGenerator<string> {
  for await (const { key, bytes } of copyFiles(archive, referencedKeys(transaction), { written, signal })) {
    if (bytes === null) {
      manifest.gone += 1;
      continue;
    }
    manifest.files += 1;
    manifest.fileBytes += bytes;
    yield `${JSON.stringify([key, bytes])}\n`;
  }
}

async function* only(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}

/** The backup is complete by now, so a failure here is only logged. */
async function prune(archive: Archive, newest: string): Promise<void> {
  try {
    const ids = await listBackups(archive);
    // Otherwise it does not see what is there.
    if (!ids.includes(newest)) throw new Error(`the backup ${newest} is not among those in the archive`);
    await pruneBackups(archive, ids, settings.backup!.keep);
  } catch (error) {
    log.error({ error }, 'old backups could not be removed');
  }
}
