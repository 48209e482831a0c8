import type { Transaction } from 'sequelize';
import { replay } from '@/app/domain/transcription/replay';
import type { Block, NamedChange, TranscriptChange } from '@/app/domain/transcription/transcript-change';
import { Draft } from '@/models/draft.server';
import { DraftChange } from '@/models/draft-change.server';
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
  const draft = await Draft.findOne({
    where: { transcriptionId, version: saved.version },
    include: { model: DraftChange, as: 'changes' },
    order: [[{ model: DraftChange, as: 'changes' }, 'id', 'ASC']],
    transaction,
  });
  const rows = draft?.changes ?? [];
  const changes = rows.map(({ changeId, content }) => ({
    id: changeId,
    change: JSON.parse(content) as TranscriptChange,
  }));
  const savedBlocks = toBlocks(saved);
  return {
    version: saved.version,
    savedBlocks,
    blocks: replay(savedBlocks, changes),
    changes,
    savedAt: saved.savedAt,
    changedAt: rows.at(-1)?.createdAt ?? null,
  };
}
