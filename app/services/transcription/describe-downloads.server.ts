import { storage } from '@/app/integrations/storage/index.server';
import { findOwnTranscription } from './find-own-transcription.server';

/**
 * What there is to download of a transcription: before its text there is the recording alone.
 * @throws AppError 'transcription.not-found'
 */
export async function describeDownloads(
  userId: number,
  publicId: string,
): Promise<{ publicId: string; title: string; hasText: boolean; hasRecording: boolean }> {
  const { title, status, storageKey } = await findOwnTranscription(userId, publicId);
  const hasRecording = (await storage.size(storageKey)) !== null;
  return { publicId, title, hasText: status === 'succeeded', hasRecording };
}
