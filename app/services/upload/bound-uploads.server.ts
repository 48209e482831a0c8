import type { Transaction } from 'sequelize';
import { settings } from '@/app/config/env.server';
import { AppError } from '@/app/domain/errors';
import { Upload } from '@/models/upload.server';
import { enqueueJob } from '../job/enqueue-job.server';
import { plainUploadsOf } from './plain-uploads.server';

/**
 * Bounds a person's unfinished uploads, whichever way they come: with what begins, neither their number nor the bytes
 * that they are going to be may be too many. Those in pieces give way, which can be sent again from where the file
 * is; those first that have rested longest. The caller holds the person's wallet, so that no two begin at once.
 * @param begins what is not among them yet; a plain upload is, from the moment it is under way
 * @throws AppError 'upload.too-many' when the plain ones alone, which cannot give way, leave no room for it
 */
export async function boundUploads(
  userId: number,
  begins: { count: number; bytes: number },
  transaction: Transaction,
): Promise<void> {
  const plain = plainUploadsOf(userId);
  let count = begins.count + plain.length;
  let bytes = plain.reduce((sum, { announcedBytes }) => sum + announcedBytes, begins.bytes);
  const { maxUnfinishedUploads, maxUnfinishedBytes } = settings;
  if (count > maxUnfinishedUploads || bytes > maxUnfinishedBytes) throw new AppError('upload.too-many');
  const inPieces = await Upload.findAll({
    where: { userId },
    order: [
      ['updatedAt', 'DESC'],
      ['id', 'DESC'],
    ],
    transaction,
  });
  for (const upload of inPieces) {
    const areTooMany = count >= maxUnfinishedUploads;
    if (areTooMany || bytes + Number(upload.sizeBytes) > maxUnfinishedBytes) {
      await giveUp(upload, transaction);
      continue;
    }
    count += 1;
    bytes += Number(upload.sizeBytes);
  }
}

/** Ends an upload in pieces, and has what arrived of it removed. */
export async function giveUp(upload: Upload, transaction: Transaction): Promise<void> {
  await upload.destroy({ transaction });
  await enqueueJob({ name: 'remove-files', payload: { keys: [upload.storageKey] } }, transaction);
}
