import type { Transaction } from 'sequelize';
import { AppError } from '@/app/domain/errors';
import { isPublicId } from '@/app/domain/public-id';
import { Dictation } from '@/models/dictation.server';

/** Locked in a transaction. @throws AppError 'upload.not-found', also for another account's */
export async function findOwnDictation(
  userId: number,
  publicId: string,
  transaction?: Transaction,
): Promise<Dictation> {
  if (!isPublicId(publicId)) throw new AppError('upload.not-found');
  const lock = transaction && { transaction, lock: transaction.LOCK.UPDATE };
  const found = await Dictation.findOne({ where: { userId, publicId }, ...lock });
  if (!found) throw new AppError('upload.not-found');
  return found;
}
