import type { Model, ModelStatic, Transaction } from 'sequelize';
import { AppError } from '@/app/domain/errors';
import type { TestCheckout } from '@/app/integrations/payments/port';
import { database } from '@/models/database.server';
import { Job } from '@/models/job.server';
import type { Backup } from './open-backup.server';

/**
 * Deletes all rows and inserts those of a backup, unchanged but for the fencing tokens of jobs. Foreign keys must
 * not be checked.
 * @returns how many rows, and the test checkouts of the backup
 * @throws AppError 'backup.unreadable', 'backup.damaged'
 */
export async function replaceRows(
  backup: Backup,
  transaction: Transaction,
): Promise<{ rows: number; checkouts: TestCheckout[] }> {
  const models = new Map(
    Object.values(database().models).map((model) => [String(model.getTableName()), model]),
  );
  // Raises the fencing tokens, so that a worker holding a lease now cannot write to the restored job.
  const fence = 1 + (Number(await Job.max('fence', { transaction })) || 0);
  for (const model of models.values()) await model.destroy({ where: {}, transaction });
  let count = 0;
  const checkouts: TestCheckout[] = [];
  for await (const batch of backup.rows()) {
    if ('checkout' in batch) {
      checkouts.push(batch.checkout);
      continue;
    }
    const model = models.get(batch.table);
    if (!model) throw new AppError('backup.unreadable');
    const rows = model === Job ? batch.rows.map((row) => withRaisedFence(row, fence)) : batch.rows;
    await insert(model, rows, transaction);
    count += rows.length;
  }
  return { rows: count, checkouts };
}

const withRaisedFence = (row: Record<string, unknown>, fence: number) => ({
  ...row,
  fence: Number(row.fence) + fence,
});

/** Inserts rows unchanged, without hooks and validation. */
const insert = (model: ModelStatic<Model>, rows: Record<string, unknown>[], transaction: Transaction) =>
  model.bulkCreate(rows, { hooks: false, validate: false, transaction });
