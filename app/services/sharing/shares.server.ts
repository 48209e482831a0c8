import { Op } from 'sequelize';
import { settings } from '@/app/config/env.server';
import { AppError } from '@/app/domain/errors';
import { MAX_LIVE_SHARES } from '@/app/domain/sharing/forms';
import { newPublicId } from '@/models/public-id.server';
import { Share } from '@/models/share.server';
import { createShareToken, hashShareToken } from '../../config/token.server';
import { withIdempotencyKey } from '../platform/idempotency/with-idempotency-key.server';
import { pick } from '../platform/pick';
import { findOwnTranscription } from '../transcript/find-own-transcription.server';
import { readUnsavedChanges } from '../transcript/unsaved-changes.server';

const DAY_MS = 24 * 3_600_000;

const liveSharesOf = (transcriptionId: number) => ({
  transcriptionId,
  revokedAt: null,
  expiresAt: { [Op.gt]: new Date() },
});

/**
 * Returns the URL of a share link, which cannot be retrieved again: only its hash is stored.
 * @throws AppError 'transcription.not-found', also before there is a transcript; 'share.too-many'
 */
export async function createShare(
  userId: number,
  publicId: string,
  { days, audio, submissionId }: { days: number; audio: boolean; submissionId: string },
): Promise<string> {
  const token = createShareToken(userId, submissionId);
  await withIdempotencyKey(`share:${userId}`, submissionId, async (transaction) => {
    const lock = transaction.LOCK.UPDATE;
    const { id, status } = await findOwnTranscription(userId, publicId, { lock, transaction });
    if (status !== 'succeeded') throw new AppError('transcription.not-found');
    const liveCount = await Share.count({ where: liveSharesOf(id), transaction });
    if (liveCount >= MAX_LIVE_SHARES) throw new AppError('share.too-many');
    const expiresAt = new Date(Date.now() + days * DAY_MS);
    await Share.create(
      {
        publicId: newPublicId(),
        transcriptionId: id,
        tokenHash: hashShareToken(token),
        withAudio: audio,
        expiresAt,
      },
      { transaction },
    );
  });
  return `${settings.publicUrl}/shared/${token}`;
}

/** Newest first. @throws AppError 'transcription.not-found', also before there is a transcript */
export async function listShares(userId: number, publicId: string) {
  const { id, title, status } = await findOwnTranscription(userId, publicId);
  if (status !== 'succeeded') throw new AppError('transcription.not-found');
  const shares = await Share.findAll({
    where: liveSharesOf(id),
    order: [['id', 'DESC']],
  });
  return {
    publicId,
    title,
    unsaved: await readUnsavedChanges(id),
    shares: shares.map((share) => pick(share, 'publicId', 'withAudio', 'createdAt', 'expiresAt')),
  };
}

/** Revokes a share link. Idempotent. @throws AppError 'transcription.not-found', for an unknown link too */
export function revokeShare(
  userId: number,
  publicId: string,
  { share, submissionId }: { share: string; submissionId: string },
): Promise<void> {
  return withIdempotencyKey(`share:${userId}`, submissionId, async (transaction) => {
    const { id } = await findOwnTranscription(userId, publicId, { transaction });
    const found = await Share.findOne({ where: { transcriptionId: id, publicId: share }, transaction });
    if (!found) throw new AppError('transcription.not-found');
    if (!found.revokedAt) await found.update({ revokedAt: new Date() }, { transaction });
  });
}
