import { findOwnTranscription } from '../transcript/find-own-transcription.server';
import { readSavedHead } from '../transcript/saved-text.server';
import { readTranscriptionRows } from './list-transcriptions.server';

/**
 * One transcription as the list has it, with version and time of its saved text: 0 and null before there is one.
 * @throws AppError 'transcription.not-found'
 */
export async function readLibraryRow(userId: number, publicId: string) {
  const { id } = await findOwnTranscription(userId, publicId);
  const [[row], head] = await Promise.all([readTranscriptionRows(userId, [id]), readSavedHead(id)]);
  return { ...row!, version: head?.version ?? 0, savedAt: head?.savedAt ?? null };
}
