import { Op } from 'sequelize';
import { AppError } from '@/app/domain/errors';
import { Transcription } from '@/models/transcription.server';
import { Upload } from '@/models/upload.server';

/** @throws AppError 'upload.not-found', for another user's and for an expired upload too */
export async function findOwnUpload(userId: number, publicId: string): Promise<Upload> {
  const upload = await Upload.findOne({
    where: { userId, publicId, expiresAt: { [Op.gt]: new Date() } },
  });
  if (!upload) throw new AppError('upload.not-found');
  return upload;
}

/** Storage key of an upload; the transcription keeps it, and is found by it. */
export const storageKeyOf = (publicId: string): string => `recordings/${publicId}`;

/**
 * Resolves an unfinished upload, or else the transcription that it was registered as: another tab of the same
 * user may have finished it, even during this call.
 * @throws whatever `fromUpload` throws; its 'upload.not-found' only when there is no such transcription
 */
export async function resolveUpload<T>(
  { userId, publicId }: { userId: number; publicId: string },
  fromUpload: () => Promise<T>,
  fromTranscription: (transcription: Transcription) => T,
): Promise<T> {
  try {
    return await fromUpload();
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'upload.not-found')) throw error;
    const transcription = await Transcription.findOne({
      where: { userId, storageKey: storageKeyOf(publicId) },
    });
    if (!transcription) throw error;
    return fromTranscription(transcription);
  }
}
