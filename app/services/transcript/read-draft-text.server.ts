import type { Transaction } from 'sequelize';
import { applyChanges } from '@/app/domain/transcript/apply-changes';
import type {
  EditableUtterance,
  TranscriptChange,
  TranscriptChangeEntry,
} from '@/app/domain/transcript/transcript-change';
import { readDraftChanges } from '../platform/drafts/draft-changes.server';
import { readSavedText, withUtteranceIds } from './saved-text.server';

/** A transcript with its unsaved changes applied. */
export interface DraftText {
  /** Of the saved text. */
  version: number;
  /** The last saved text, without the unsaved changes. */
  savedBlocks: EditableUtterance[];
  blocks: EditableUtterance[];
  /** Unsaved changes, oldest first. */
  changes: TranscriptChangeEntry[];
  /** When the saved text was saved. */
  savedAt: Date;
  /** When the last change was made; null without any. */
  changedAt: Date | null;
}

/**
 * Replays the unsaved changes onto the saved text.
 * @throws AppError 'transcription.not-found' before there is a transcript
 */
export async function readDraftText(transcriptionId: number, transaction?: Transaction): Promise<DraftText> {
  const saved = await readSavedText(transcriptionId, { ...(transaction && { transaction }) });
  const owner = { transcriptionId };
  const { changes, changedAt } = await readDraftChanges<TranscriptChange>(owner, saved.version, transaction);
  const savedBlocks = withUtteranceIds(saved);
  return {
    version: saved.version,
    savedBlocks,
    blocks: applyChanges(savedBlocks, changes),
    changes,
    savedAt: saved.savedAt,
    changedAt,
  };
}
