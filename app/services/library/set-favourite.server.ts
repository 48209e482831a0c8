import { inTransaction } from '@/models/database.server';
import { findOwnTranscription } from '../transcript/find-own-transcription.server';

/** Idempotent. @throws AppError 'transcription.not-found' */
export function setFavourite(userId: number, publicId: string, isFavourite: boolean): Promise<void> {
  return inTransaction(async (transaction) => {
    const transcription = await findOwnTranscription(userId, publicId, { transaction });
    await transcription.update({ isFavourite }, { silent: true, transaction });
  });
}
