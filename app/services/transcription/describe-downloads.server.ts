import { findOwnTranscription } from './find-own-transcription.server';
import { sizeOfRecording } from './size-of-recording.server';

/**
 * What there is to download of a transcription: before its text there is the recording alone.
 * @throws AppError 'transcription.not-found'
 */
export async function describeDownloads(
  userId: number,
  publicId: string,
): Promise<{ publicId: string; title: string; hasText: boolean; hasRecording: boolean }> {
  const transcription = await findOwnTranscription(userId, publicId);
  const { title, status } = transcription;
  const hasRecording = (await sizeOfRecording(transcription)) !== null;
  return { publicId, title, hasText: status === 'succeeded', hasRecording };
}
