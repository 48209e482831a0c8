import { findOwnTranscription } from './find-own-transcription.server';
import { sizeOfRecording } from './size-of-recording.server';

/**
 * Which downloads a transcription offers: before there is a transcript, only the recording.
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
