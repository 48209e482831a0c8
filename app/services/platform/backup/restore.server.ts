import { AppError } from '@/app/domain/errors';
import { testPayments } from '@/app/integrations/payments/index.server';
import { storage } from '@/app/integrations/storage/index.server';
import { inTransaction } from '@/models/database.server';
import { appliedMigrations } from '@/models/migrate.server';
import { inSnapshot } from '@/models/snapshot.server';
import { withoutForeignKeys } from '@/models/without-foreign-keys.server';
import { assertDiskSpace } from '../storage/disk-space.server';
import { type Backup, openBackup } from './open-backup.server';
import { replaceRows } from './replace-rows.server';

/**
 * In place of all data, while Celeste runs: files first, where they do no harm, then all rows in one
 * transaction. The backup may come from another kind of database or storage.
 * @param name a tar file, the id of a backup in the archive, or 'latest'
 * @throws AppError 'backup.unreadable', 'backup.damaged', 'backup.other-version' and those of openBackup, with all
 *   rows unchanged; DiskFull
 */
export async function restore(name: string): Promise<{ name: string; rows: number; files: number }> {
  const backup = await openBackup(name);
  await assertSameVersion(backup);
  await assertDiskSpace({ besidesBytes: await backup.fileBytes() });
  const files = await restoreFiles(backup);
  const { rows, checkouts } = await withoutForeignKeys(() =>
    inTransaction((transaction) => replaceRows(backup, transaction)),
  );
  for (const checkout of checkouts) await testPayments?.restoreCheckout(checkout);
  return { name: backup.name, rows, files };
}

/** @throws AppError 'backup.other-version' and those of `readHeader` */
async function assertSameVersion(backup: Backup): Promise<void> {
  const { migrations: theirs } = await backup.readHeader();
  const ours = await inSnapshot(appliedMigrations);
  if (theirs.join() === ours.join()) return;
  throw new AppError('backup.other-version', { theirs: theirs.at(-1)!, ours: ours.at(-1)! });
}

async function restoreFiles(backup: Backup): Promise<number> {
  let files = 0;
  for await (const { key, content } of backup.files()) {
    await storage.put(key, content, { maxBytes: Number.POSITIVE_INFINITY });
    files += 1;
  }
  return files;
}
