import type { Transaction } from 'sequelize';
import { replay } from '@/app/domain/transcription/replay';
import type { Block, NamedChange, TranscriptChange } from '@/app/domain/transcription/transcript-change';
import { readChanges } from '../draft/draft-changes.server';
import { readSavedText, toBlocks } from './saved-text.server';

/** A transcript with its unsaved changes applied. */
export interface WorkingText {
  /** Of the saved text. */
  version: number;
  /** The last saved text, without the unsaved changes. */
  savedBlocks: Block[];
  blocks: Block[];
  /** Unsaved changes, oldest first. */
  changes: NamedChange[];
  /** When the saved text was saved. */
  savedAt: Date;
  /** When the last change was made; null without any. */
  changedAt: Date | null;
}

/**
 * Replays the unsaved changes onto the saved text.
 * @throws AppError 'transcription.not-found' before there is a transcript
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
