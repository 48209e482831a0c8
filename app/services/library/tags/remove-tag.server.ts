import { tagKey } from '@/app/domain/library/tag-form';
import { Tag } from '@/models/tag.server';
import { Tagging } from '@/models/tagging.server';
import { withIdempotencyKey } from '../../platform/idempotency/with-idempotency-key.server';
import { findOwnTranscription } from '../../transcript/find-own-transcription.server';

/** Idempotent. @throws AppError 'transcription.not-found' */
export function removeTag(request: {
  userId: number;
  publicId: string;
  tag: string;
  submissionId: string;
}): Promise<void> {
  const { userId, publicId, tag, submissionId } = request;
  return withIdempotencyKey(`untag:${userId}:${publicId}`, submissionId, async (transaction) => {
    const { id: transcriptionId } = await findOwnTranscription(userId, publicId, { transaction });
    const found = await Tag.findOne({ where: { userId, nameKey: tagKey(tag) }, transaction });
    if (found) await Tagging.destroy({ where: { tagId: found.id, transcriptionId }, transaction });
  });
}
