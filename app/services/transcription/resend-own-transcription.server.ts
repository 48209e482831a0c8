import { withIdempotencyKey } from '../platform/idempotency/with-idempotency-key.server';
import { findOwnTranscription } from '../transcript/find-own-transcription.server';
import { resendTranscription } from './resend-transcription.server';

/**
 * As resendTranscription, for the user's own transcription and with an idempotency key.
 * @throws AppError 'transcription.not-found', and those of resendTranscription
 */
export function resendOwnTranscription(request: {
  userId: number;
  publicId: string;
  submissionId: string;
}): Promise<void> {
  const { userId, publicId, submissionId } = request;
  return withIdempotencyKey(`resend:${userId}:${publicId}`, submissionId, async (transaction) => {
    const { id } = await findOwnTranscription(userId, publicId, { transaction });
    await resendTranscription(id, transaction);
  });
}
