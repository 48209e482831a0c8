import { withIdempotencyKey } from '../platform/idempotency/with-idempotency-key.server';
import { findOwnTranscription } from '../transcript/find-own-transcription.server';
import { resendTranscription } from './resend-transcription.server';

/** The user's own, with an idempotency key. @throws AppError 'transcription.not-found', and those above */
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
