import type { Transaction } from 'sequelize';
import { applyChanges } from '@/app/domain/transcript/apply-changes';
import type {
  EditableUtterance,
  TranscriptChange,
  TranscriptChangeEntry,
} from '@/app/domain/transcript/transcript-change';
import { readDraftChanges } from '../platform/drafts/draft-changes.server';
import { readSavedText, withUtteranceIds } from './saved-text.server';

export interface StoredDraft {
  version: number;
  savedBlocks: EditableUtterance[];
  /** Unsaved changes, oldest first. */
  changes: TranscriptChangeEntry[];
  savedAt: Date;
  changedAt: Date | null;
}

export interface DraftText extends StoredDraft {
  blocks: EditableUtterance[];
}

/** With the unsaved changes. @throws AppError 'transcription.not-found' before there is a transcript */
export async function readDraftText(
  transcriptionId: number,
  transaction: Transaction | null = null,
): Promise<DraftText> {
  const draft = await readStoredDraft(transcriptionId, transaction);
  return { ...draft, blocks: applyChanges(draft.savedBlocks, draft.changes) };
}

/** As readDraftText, without the replay. */
export async function readStoredDraft(
  transcriptionId: number,
  transaction: Transaction | null = null,
): Promise<StoredDraft> {
  const saved = await readSavedText(transcriptionId, { transaction });
  const { version, savedAt } = saved;
  const drafted = await readDraftChanges<TranscriptChange>({ transcriptionId }, version, transaction);
  return { version, savedAt, savedBlocks: withUtteranceIds(saved), ...drafted };
}
