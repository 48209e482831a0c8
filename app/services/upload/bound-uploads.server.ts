import { Op, type Transaction } from 'sequelize';
import { settings } from '@/app/config/env.server';
import { AppError } from '@/app/domain/errors';
import { RESTING_MS } from '@/app/domain/transcription/upload';
import { Upload } from '@/models/upload.server';
import { enqueueJob } from '../job/enqueue-job.server';
import { plainUploadsOf } from './plain-uploads.server';

/**
 * Proves that a person's plain uploads, which cannot give way, leave room for what begins besides them.
 * @param begins an upload in pieces; a plain one counts itself, from the moment it is under way
 * @throws AppError 'upload.too-many'
 */
export function assertFewEnough(userId: number, begins: { count: number; bytes: number }): void {
  const { count, bytes } = plainly(userId, begins);
  const { maxUnfinishedUploads, maxUnfinishedBytes } = settings;
  if (count > maxUnfinishedUploads || bytes > maxUnfinishedBytes) throw new AppError('upload.too-many');
}

/**
 * Bounds a person's unfinished uploads, whichever way they come: neither their number nor the bytes that they are
 * going to be may be too many. Those in pieces that rest give way, which can be sent again from where the file is; those
 * first that have rested longest. The caller holds the person's wallet, so that no two do this at once.
 * @param begun the upload in pieces that they give way to; null for a plain one
 * @throws AppError 'upload.too-many' when those that move leave no room; then none has given way
 */
export async function giveWay(userId: number, begun: Upload | null, transaction: Transaction): Promise<void> {
  const begins = { count: begun ? 1 : 0, bytes: Number(begun?.sizeBytes ?? 0) };
  let { count, bytes } = plainly(userId, begins);
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
      if (moves(upload)) throw new AppError('upload.too-many');
      await giveUp(upload, transaction);
      continue;
    }
    count += 1;
    bytes += Number(upload.sizeBytes);
  }
}

/** Somebody is sending it. */
const moves = ({ updatedAt }: Upload) => Date.now() - updatedAt.getTime() < RESTING_MS;

/** What begins, and a person's plain uploads. */
function plainly(userId: number, begins: { count: number; bytes: number }) {
  const plain = plainUploadsOf(userId);
  return {
    count: begins.count + plain.length,
    bytes: plain.reduce((sum, { announcedBytes }) => sum + announcedBytes, begins.bytes),
  };
}

/** Ends an upload in pieces, and has what arrived of it removed. */
export async function giveUp(upload: Upload, transaction: Transaction): Promise<void> {
  await upload.destroy({ transaction });
  await enqueueJob({ name: 'remove-files', payload: { keys: [upload.storageKey] } }, transaction);
}
