import { once } from '../submission/once.server';
import { findOwnTranscription } from './find-own-transcription.server';
import { resendTranscription } from './resend-transcription.server';

/**
 * Sends a user's recording to be transcribed from the start, once for each form.
 * @throws AppError 'transcription.not-found', and those of resendTranscription
 */
export function resendOwnTranscription(request: {
  userId: number;
  publicId: string;
  submissionId: string;
}): Promise<void> {
  const { userId, publicId, submissionId } = request;
  return once(`resend:${userId}:${publicId}`, submissionId, async (transaction) => {
    const { id } = await findOwnTranscription(userId, publicId, { transaction });
    await resendTranscription(id, transaction);
  });
}
