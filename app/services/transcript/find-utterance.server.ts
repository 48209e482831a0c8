import type { EditableUtterance } from '@/app/domain/transcript/transcript-change';
import { type DraftTranscript, readDraftTranscript } from './read-transcript.server';

/** `found` is null when it is gone or changed. @throws AppError 'transcription.not-found' */
export async function findUtterance(
  userId: number,
  publicId: string,
  blockId: string,
): Promise<{ transcript: DraftTranscript; found: { block: EditableUtterance; index: number } | null }> {
  const transcript = await readDraftTranscript(userId, publicId);
  const index = transcript.blocks.findIndex(({ id }) => id === blockId);
  const block = transcript.blocks[index];
  return { transcript, found: block ? { block, index } : null };
}
