import { findOwnTranscription } from './find-own-transcription.server';
import { recordingSizeBytes } from './recording-size.server';

/** Before there is a transcript, only the recording. @throws AppError 'transcription.not-found' */
export async function describeDownloads(
  userId: number,
  publicId: string,
): Promise<{ publicId: string; title: string; hasText: boolean; hasRecording: boolean }> {
  const transcription = await findOwnTranscription(userId, publicId);
  const { title, status } = transcription;
  const hasRecording = (await recordingSizeBytes(transcription)) !== null;
  return { publicId, title, hasText: status === 'succeeded', hasRecording };
}
