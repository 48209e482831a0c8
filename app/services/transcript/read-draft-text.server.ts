import type { Transaction } from 'sequelize';
import { applyChanges } from '@/app/domain/transcript/apply-changes';
import type {
  EditableUtterance,
  TranscriptChange,
  TranscriptChangeEntry,
} from '@/app/domain/transcript/transcript-change';
import { readDraftChanges } from '../platform/drafts/draft-changes.server';
import { readSavedText, withUtteranceIds } from './saved-text.server';

/** A transcript and its unsaved changes. */
export interface StoredDraft {
  /** Of the saved text. */
  version: number;
  /** The last saved text, without the unsaved changes. */
  savedBlocks: EditableUtterance[];
  /** Unsaved changes, oldest first. */
  changes: TranscriptChangeEntry[];
  /** When the saved text was saved. */
  savedAt: Date;
  /** When the last change was made; null without any. */
  changedAt: Date | null;
}

/** A transcript with its unsaved changes applied. */
export interface DraftText extends StoredDraft {
  blocks: EditableUtterance[];
}

/**
 * Replays the unsaved changes onto the saved text.
 * @throws AppError 'transcription.not-found' before there is a transcript
 */
export async function readDraftText(transcriptionId: number, transaction?: Transaction): Promise<DraftText> {
  const draft = await readStoredDraft(transcriptionId, transaction);
  return { ...draft, blocks: applyChanges(draft.savedBlocks, draft.changes) };
}

/** As readDraftText, without the replay. */
export async function readStoredDraft(
  transcriptionId: number,
  transaction?: Transaction,
): Promise<StoredDraft> {
  const saved = await readSavedText(transcriptionId, { ...(transaction && { transaction }) });
  const { version, savedAt } = saved;
  const drafted = await readDraftChanges<TranscriptChange>({ transcriptionId }, version, transaction);
  return { version, savedAt, savedBlocks: withUtteranceIds(saved), ...drafted };
}
