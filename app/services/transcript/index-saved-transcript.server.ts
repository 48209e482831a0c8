import { inTransaction } from '@/models/database.server';
import { Transcription } from '@/models/transcription.server';
import { indexTranscript } from './index-transcript.server';
import { readSavedText } from './saved-text.server';

/** Indexes a transcript that was saved before full-text search existed (backfill). */
export async function indexSavedTranscript(transcriptionId: number): Promise<void> {
  await inTransaction(async (transaction) => {
    const isThere = await Transcription.count({ where: { id: transcriptionId }, transaction });
    if (!isThere) return;
    const { utterances } = await readSavedText(transcriptionId, { transaction });
    await indexTranscript(transcriptionId, utterances, transaction);
  });
}
