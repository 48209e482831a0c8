import type { Block } from '@/app/domain/transcription/transcript-change';
import { readWorkingTranscript, type WorkingTranscript } from '../transcription/read-transcript.server';

/**
 * Finds an utterance of a draft transcript; `found` is null when it no longer exists or was changed.
 * @throws AppError 'transcription.not-found'
 */
export async function findBlock(
  userId: number,
  publicId: string,
  blockId: string,
): Promise<{ transcript: WorkingTranscript; found: { block: Block; index: number } | null }> {
  const transcript = await readWorkingTranscript(userId, publicId);
  const index = transcript.blocks.findIndex(({ id }) => id === blockId);
  const block = transcript.blocks[index];
  return { transcript, found: block ? { block, index } : null };
}
