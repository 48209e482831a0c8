import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Model, ModelStatic, Transaction } from 'sequelize';
import { extract } from 'tar-stream';
import { AppError } from '@/app/domain/errors';
import { testPayments } from '@/app/integrations/payments/index.server';
import type { TestCheckout } from '@/app/integrations/payments/port';
import { storage } from '@/app/integrations/storage/index.server';
import { database, inTransaction } from '@/models/database.server';
import { Job } from '@/models/job.server';
import { appliedMigrations } from '@/models/migrate.server';
import { inSnapshot } from '@/models/snapshot.server';
import { withoutForeignKeys } from '@/models/without-foreign-keys.server';
import { assertDiskSpace } from '../storage/disk-space.server';
import { type BackupHeader, CHECKOUTS, COMPLETE, FILES, HEADER, readRows, TABLES } from './backup-file';

/**
 * In place of all data, while Celeste runs: files first, where they do no harm, then all rows in one
 * transaction. The backup may come from another kind of database or storage.
 * @throws AppError 'backup.unreadable', 'backup.other-version', with all rows unchanged; DiskFull
 */
export async function restore(file: string): Promise<{ rows: number; files: number }> {
  await validateBackup(file);
  await assertDiskSpace({ besidesBytes: (await stat(file)).size });
  const files = await restoreFiles(file);
  const rows = await withoutForeignKeys(() => inTransaction((transaction) => replaceRows(file, transaction)));
  return { rows, files };
}

/** Validates the file to its end before any change, since a truncated file starts well. */
async function validateBackup(file: string): Promise<void> {
  let header: BackupHeader | undefined;
  let last = '';
  try {
    await eachEntry(file, async (entry, name) => {
      if (name === HEADER && !last) header = JSON.parse((await buffer(entry)).toString()) as BackupHeader;
      else entry.resume();
      last = name;
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall) throw error;
  }
  if (!header || last !== COMPLETE) throw new AppError('backup.unreadable');
  const ours = await inSnapshot(appliedMigrations);
  if (header.migrations.join() === ours.join()) return;
  throw new AppError('backup.other-version', { theirs: header.migrations.at(-1)!, ours: ours.at(-1)! });
}

async function restoreFiles(file: string): Promise<number> {
  let files = 0;
  await eachEntry(file, async (entry, name) => {
    if (name.startsWith(CHECKOUTS)) {
      await testPayments?.restoreCheckout(JSON.parse((await buffer(entry)).toString()) as TestCheckout);
      return;
    }
    if (!name.startsWith(FILES)) {
      entry.resume();
      return;
    }
    await storage.put(name.slice(FILES.length), entry, { maxBytes: Number.POSITIVE_INFINITY });
    files += 1;
  });
  return files;
}

async function replaceRows(file: string, transaction: Transaction): Promise<number> {
  const models = new Map(Object.values(database().models).map((model) => [model.getTableName(), model]));
  // Raises the fencing tokens, so that a worker holding a lease now cannot write to the restored job.
  const fence = 1 + (Number(await Job.max('fence', { transaction })) || 0);
  for (const model of models.values()) await model.destroy({ where: {}, transaction });
  let count = 0;
  await eachEntry(file, async (entry, name) => {
    if (!name.startsWith(TABLES)) {
      entry.resume();
      return;
    }
    const model = models.get(name.split('/')[1]!);
    if (!model) throw new AppError('backup.unreadable');
    const rows = readRows(await buffer(entry));
    await insert(model, model === Job ? rows.map((row) => withRaisedFence(row, fence)) : rows, transaction);
    count += rows.length;
  });
  return count;
}

const withRaisedFence = (row: Record<string, unknown>, fence: number) => ({
  ...row,
  fence: Number(row.fence) + fence,
});

/** Inserts rows unchanged, without hooks and validation. */
const insert = (model: ModelStatic<Model>, rows: Record<string, unknown>[], transaction: Transaction) =>
  model.bulkCreate(rows, { hooks: false, validate: false, transaction });

/** Passes the entries one by one; each must be read to its end. */
async function eachEntry(
  file: string,
  take: (entry: Readable, name: string) => Promise<void>,
): Promise<void> {
  const archive = extract();
  const read = pipeline(createReadStream(file), archive);
  read.catch(() => {});
  for await (const entry of archive) await take(entry as unknown as Readable, entry.header.name);
  await read;
}
