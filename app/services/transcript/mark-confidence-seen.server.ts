import { findOwnTranscription } from './find-own-transcription.server';

/** The confidence score is shown only once. @throws AppError 'transcription.not-found' */
export async function markConfidenceSeen(userId: number, publicId: string): Promise<void> {
  const transcription = await findOwnTranscription(userId, publicId);
  if (transcription.confidenceSeenAt) return;
  await transcription.update({ confidenceSeenAt: new Date() }, { silent: true });
}
