import { AppError } from '@/app/domain/errors';
import { deleteTranscription } from './delete-transcription.server';

/**
 * In any status; leaves out what is not the user's. Idempotent. @returns how many were deleted
 * @throws AppError 'transcription.not-found' when none is the user's
 */
export async function deleteSelected(deletion: {
  userId: number;
  publicIds: string[];
  submissionId: string;
}): Promise<number> {
  const { userId, publicIds, submissionId } = deletion;
  let count = 0;
  for (const publicId of publicIds) {
    try {
      await deleteTranscription({ userId, publicId, submissionId });
      count += 1;
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'transcription.not-found')) throw error;
    }
  }
  if (count === 0) throw new AppError('transcription.not-found');
  return count;
}
