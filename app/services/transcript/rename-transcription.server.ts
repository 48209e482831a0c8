import { withIdempotencyKey } from '../platform/idempotency/with-idempotency-key.server';
import { findOwnTranscription } from './find-own-transcription.server';

export function renameTranscription(
  userId: number,
  publicId: string,
  { title, submissionId }: { title: string; submissionId: string },
): Promise<void> {
  return withIdempotencyKey(`rename:${userId}`, submissionId, async (transaction) => {
    const transcription = await findOwnTranscription(userId, publicId, { transaction });
    await transcription.update({ title }, { transaction });
  });
}
