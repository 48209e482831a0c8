import { inTransaction } from '@/models/database.server';
import { findOwnTranscription } from './find-own-transcription.server';

/**
 * Marks a transcription as one of a user's favourites, or no longer. Twice is as good as once.
 * @throws AppError 'transcription.not-found'
 */
export function setFavourite(userId: number, publicId: string, isFavourite: boolean): Promise<void> {
  return inTransaction(async (transaction) => {
    const transcription = await findOwnTranscription(userId, publicId, { transaction });
    await transcription.update({ isFavourite }, { silent: true, transaction });
  });
}
