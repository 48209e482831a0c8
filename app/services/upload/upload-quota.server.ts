import { Op, type Transaction } from 'sequelize';
import { settings } from '@/app/config/env.server';
import { AppError } from '@/app/domain/errors';
import { IDLE_UPLOAD_MS } from '@/app/domain/upload/upload-form';
import { Upload } from '@/models/upload.server';
import { enqueue } from '../platform/jobs/enqueue.server';
import { singleRequestUploadsOf } from '../platform/storage/single-request-uploads.server';

/**
 * Checks the user's quota against their single-request uploads, which cannot be evicted.
 * @param begins the new resumable upload; a single-request upload counts itself from its start
 * @throws AppError 'upload.too-many'
 */
export function assertUploadQuota(userId: number, begins: { count: number; bytes: number }): void {
  const { count, bytes } = withSingleRequestUploads(userId, begins);
  const { maxUnfinishedUploads, maxUnfinishedBytes } = settings;
  if (count > maxUnfinishedUploads || bytes > maxUnfinishedBytes) throw new AppError('upload.too-many');
}

/**
 * Enforces the user's quota of unfinished uploads of both kinds, by number and by total bytes. Evicts idle
 * resumable uploads, longest idle first: the client can send those again. The caller holds the lock on the
 * user's wallet, which serialises this.
 * @param begun the resumable upload to evict for; null for a single-request upload
 * @throws AppError 'upload.too-many' when the active uploads alone use up the quota; the caller's transaction
 *   then rolls back and nothing is evicted
 */
export async function evictForQuota(
  userId: number,
  begun: Upload | null,
  transaction: Transaction,
): Promise<void> {
  const begins = { count: begun ? 1 : 0, bytes: Number(begun?.sizeBytes ?? 0) };
  let { count, bytes } = withSingleRequestUploads(userId, begins);
  const inPieces = await Upload.findAll({
    where: { userId, id: { [Op.ne]: begun?.id ?? 0 } },
    order: [
      ['updatedAt', 'DESC'],
      ['id', 'DESC'],
    ],
    transaction,
  });
  for (const upload of inPieces) {
    const areTooMany = count >= settings.maxUnfinishedUploads;
    if (areTooMany || bytes + Number(upload.sizeBytes) > settings.maxUnfinishedBytes) {
      if (isActive(upload)) throw new AppError('upload.too-many');
      await evictUpload(upload, transaction);
      continue;
    }
    count += 1;
    bytes += Number(upload.sizeBytes);
  }
}

/** Whether a client is sending it. */
const isActive = ({ updatedAt }: Upload) => Date.now() - updatedAt.getTime() < IDLE_UPLOAD_MS;

/** Sums up the new upload and the user's single-request uploads. */
function withSingleRequestUploads(userId: number, begins: { count: number; bytes: number }) {
  const plain = singleRequestUploadsOf(userId);
  return {
    count: begins.count + plain.length,
    bytes: plain.reduce((sum, { announcedBytes }) => sum + announcedBytes, begins.bytes),
  };
}

/** Deletes a resumable upload and enqueues the removal of its file. */
export async function evictUpload(upload: Upload, transaction: Transaction): Promise<void> {
  await upload.destroy({ transaction });
  await enqueue('remove-files', { keys: [upload.storageKey] }, { transaction });
}
