import { AppError } from '@/app/domain/errors';
import { Transcription } from '@/models/transcription.server';

/** Where an upload's recording lies, also once it is a transcription's, which is known by it. */
export const storageKeyOf = (publicId: string): string => `recordings/${publicId}`;

/**
 * What an upload under way gives, or else what the transcription does that it became: another window of the same
 * person may have finished it, also just now.
 * @throws what `underWay` throws, 'upload.not-found' too when there is no such transcription
 */
export async function orRegistered<T>(
  { userId, publicId }: { userId: number; publicId: string },
  underWay: () => Promise<T>,
  registered: (transcription: Transcription) => T,
): Promise<T> {
  try {
    return await underWay();
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'upload.not-found')) throw error;
    const transcription = await Transcription.findOne({
      where: { userId, storageKey: storageKeyOf(publicId) },
    });
    if (!transcription) throw error;
    return registered(transcription);
  }
}
