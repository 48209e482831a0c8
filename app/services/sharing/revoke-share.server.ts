import { Share } from '@/models/share.server';
import { withIdempotencyKey } from '../platform/idempotency/with-idempotency-key.server';
import { findOwnTranscription } from '../transcript/find-own-transcription.server';

/** Revokes a share link. Idempotent. @throws AppError 'transcription.not-found' */
export function revokeShare(
  userId: number,
  publicId: string,
  { share, submissionId }: { share: string; submissionId: string },
): Promise<void> {
  return withIdempotencyKey(`share:${userId}`, submissionId, async (transaction) => {
    const { id } = await findOwnTranscription(userId, publicId, { transaction });
    await Share.update(
      { revokedAt: new Date() },
      { where: { transcriptionId: id, publicId: share, revokedAt: null }, transaction },
    );
  });
}
