import type { Transaction } from 'sequelize';
import { replay } from '@/app/domain/transcription/replay';
import type { Block, NamedChange, TranscriptChange } from '@/app/domain/transcription/transcript-change';
import { readChanges } from '../draft/draft-changes.server';
import { readSavedText, toBlocks } from './saved-text.server';

/** The text as it is being worked on. */
export interface WorkingText {
  /** Of the saved text below the changes. */
  version: number;
  /** That text. */
  savedBlocks: Block[];
  blocks: Block[];
  /** In their order; none when everything is saved. */
  changes: NamedChange[];
  /** When the text below was saved. */
  savedAt: Date;
  /** When the last change was made; null without any. */
  changedAt: Date | null;
}

/**
 * The saved text of a transcription with the changes that are not saved yet.
 * @throws AppError 'transcription.not-found' while there is no text
 */
export async function readWorkingText(
  transcriptionId: number,
  transaction?: Transaction,
): Promise<WorkingText> {
  const saved = await readSavedText(transcriptionId, { ...(transaction && { transaction }) });
  const owner = { transcriptionId };
  const { changes, changedAt } = await readChanges<TranscriptChange>(owner, saved.version, transaction);
  const savedBlocks = toBlocks(saved);
  return {
    version: saved.version,
    savedBlocks,
    blocks: replay(savedBlocks, changes),
    changes,
    savedAt: saved.savedAt,
    changedAt,
  };
}
