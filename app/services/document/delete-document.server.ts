import { withIdempotencyKey } from '../platform/idempotency/with-idempotency-key.server';
import { emitEvent } from '../webhook/emit-event.server';
import { subjectOf } from '../webhook/subject-of';
import { findOwnDocument } from './find-own-document.server';

/** The source transcription stays. @throws AppError 'document.not-found' */
export function deleteDocument(deletion: {
  userId: number;
  publicId: string;
  submissionId: string;
}): Promise<void> {
  const { userId, publicId, submissionId } = deletion;
  return withIdempotencyKey(`delete-document:${userId}:${publicId}`, submissionId, async (transaction) => {
    const document = await findOwnDocument(userId, publicId, { transaction });
    await document.destroy({ transaction });
    await emitEvent(userId, 'document.deleted', subjectOf(document), transaction);
  });
}
