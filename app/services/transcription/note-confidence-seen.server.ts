import { findOwnTranscription } from './find-own-transcription.server';

/**
 * Notes that somebody was told how far the text of a transcription of theirs can be trusted: it is said once.
 * @throws AppError 'transcription.not-found'
 */
export async function noteConfidenceSeen(userId: number, publicId: string): Promise<void> {
  const transcription = await findOwnTranscription(userId, publicId);
  if (transcription.confidenceSeenAt) return;
  await transcription.update({ confidenceSeenAt: new Date() }, { silent: true });
}
