import type { FindOptions } from 'sequelize';
import { AppError } from '@/app/domain/errors';
import { isPublicId } from '@/app/domain/public-id';
import { Transcription } from '@/models/transcription.server';

/** @throws AppError 'transcription.not-found' for an unknown one and for another user's alike */
export async function findOwnTranscription(
  userId: number,
  publicId: string,
  options: Pick<FindOptions, 'include' | 'lock' | 'transaction'> = {},
): Promise<Transcription> {
  const transcription = isPublicId(publicId)
    ? await Transcription.findOne({ where: { userId, publicId }, ...options })
    : null;
  if (!transcription) throw new AppError('transcription.not-found');
  return transcription;
}
