import { Op, type Transaction } from 'sequelize';
import { settings } from '@/app/config/env.server';
import { AppError } from '@/app/domain/errors';
import { IDLE_UPLOAD_MS } from '@/app/domain/upload/upload-form';
import { inTransaction } from '@/models/database.server';
import { Upload } from '@/models/upload.server';
import { lockWallet } from '../billing/wallet/lock-wallet.server';
import { enqueue } from '../platform/jobs/enqueue.server';
import { assertDiskSpace } from '../platform/storage/disk-space.server';
import { singleRequestUploadsOf } from '../platform/storage/single-request-uploads.server';

/**
 * Counts the user's single-request uploads, which cannot be evicted.
 * @throws AppError 'upload.too-many'
 */
export function assertUploadQuota(userId: number): void {
  assertWithinQuota(withSingleRequestUploads(userId, { count: 0, bytes: 0 }));
}

/**
 * Counts all of the user's uploads that cannot be evicted now, and one that begins, before it reserves space:
 * concurrent ones would otherwise reserve, for a moment, more than the quota and keep others out. The caller
 * holds the lock on the wallet.
 * @throws AppError 'upload.too-many'
 */
export async function assertMayBegin(
  userId: number,
  sizeBytes: number,
  transaction: Transaction,
): Promise<void> {
  const active = (await Upload.findAll({ where: { userId }, transaction })).filter(isActive);
  const bytes = active.reduce((sum, upload) => sum + Number(upload.sizeBytes), sizeBytes);
  assertWithinQuota(withSingleRequestUploads(userId, { count: active.length + 1, bytes }));
}

function assertWithinQuota({ count, bytes }: { count: number; bytes: number }): void {
  const { maxUnfinishedUploads, maxUnfinishedBytes } = settings;
  if (count > maxUnfinishedUploads || bytes > maxUnfinishedBytes) throw new AppError('upload.too-many');
}

/**
 * Checks the disk space first, so that no other upload is evicted for one that does not fit; then the quota.
 * @throws DiskFull; those of evictForQuota
 */
export async function reserveUploadSpace(userId: number, begun: Upload | null): Promise<void> {
  await assertDiskSpace({ userId });
  await inTransaction(async (transaction) => {
    await lockWallet(userId, transaction);
    await evictForQuota(userId, begun, transaction);
  });
}

/**
 * By number and by bytes, for uploads of both kinds. Evicts idle resumable ones, longest idle first: the
 * client can send those again. `begun` is the resumable upload to evict for. The caller holds the lock on the
 * wallet, which serialises this.
 * @throws AppError 'upload.too-many', and the caller's transaction rolls back the evictions
 */
async function evictForQuota(userId: number, begun: Upload | null, transaction: Transaction): Promise<void> {
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

const isActive = ({ updatedAt }: Upload) => Date.now() - updatedAt.getTime() < IDLE_UPLOAD_MS;

function withSingleRequestUploads(userId: number, begins: { count: number; bytes: number }) {
  const plain = singleRequestUploadsOf(userId);
  return {
    count: begins.count + plain.length,
    bytes: plain.reduce((sum, { announcedBytes }) => sum + announcedBytes, begins.bytes),
  };
}

export async function evictUpload(upload: Upload, transaction: Transaction): Promise<void> {
  await upload.destroy({ transaction });
  await enqueue('remove-files', { keys: [upload.storageKey] }, { transaction });
}
