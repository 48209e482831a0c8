import { withIdempotencyKey } from '../platform/idempotency/with-idempotency-key.server';
import { findOwnTranscription } from '../transcript/find-own-transcription.server';
import { findOwnDocument } from './find-own-document.server';

/** @throws AppError 'document.not-found', 'transcription.not-found' */
export function linkDocument(
  userId: number,
  publicId: string,
  { transcription, submissionId }: { transcription: string; submissionId: string },
): Promise<void> {
  return withIdempotencyKey(`link-document:${userId}`, submissionId, async (transaction) => {
    const { id } = await findOwnTranscription(userId, transcription, { transaction });
    const document = await findOwnDocument(userId, publicId, { transaction });
    await document.update({ transcriptionId: id }, { transaction });
  });
}

/** The owner has read that edits do not change the transcription. @throws AppError 'document.not-found' */
export function confirmWarning(
  userId: number,
  publicId: string,
  { submissionId }: { submissionId: string },
): Promise<void> {
  return withIdempotencyKey(`warn-document:${userId}`, submissionId, async (transaction) => {
    const document = await findOwnDocument(userId, publicId, { transaction });
    if (!document.warnedAt) await document.update({ warnedAt: new Date() }, { transaction });
  });
}
