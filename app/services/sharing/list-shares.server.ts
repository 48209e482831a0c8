import { Op } from 'sequelize';
import { AppError } from '@/app/domain/errors';
import { Share } from '@/models/share.server';
import { findOwnTranscription } from '../transcript/find-own-transcription.server';

export interface ShareView {
  publicId: string;
  withAudio: boolean;
  createdAt: Date;
  expiresAt: Date;
}

/** Newest first. @throws AppError 'transcription.not-found', also before there is a transcript */
export async function listShares(
  userId: number,
  publicId: string,
): Promise<{ publicId: string; title: string; shares: ShareView[] }> {
  const { id, title, status } = await findOwnTranscription(userId, publicId);
  if (status !== 'succeeded') throw new AppError('transcription.not-found');
  const shares = await Share.findAll({
    where: { transcriptionId: id, revokedAt: null, expiresAt: { [Op.gt]: new Date() } },
    order: [['id', 'DESC']],
  });
  return {
    publicId,
    title,
    shares: shares.map(({ publicId: share, withAudio, createdAt, expiresAt }) => ({
      ...{ publicId: share, withAudio, createdAt, expiresAt },
    })),
  };
}
