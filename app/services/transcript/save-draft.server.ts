import type { Transaction } from 'sequelize';
import { effectiveChanges } from '@/app/domain/transcript/apply-changes';
import type {
  EditableUtterance,
  TranscriptChange,
  TranscriptChangeEntry,
} from '@/app/domain/transcript/transcript-change';
import { inTransaction } from '@/models/database.server';
import { Draft } from '@/models/draft.server';
import { lockDraft } from '../platform/drafts/draft-changes.server';
import { withIdempotencyKey } from '../platform/idempotency/with-idempotency-key.server';
import { appendToDraftIn, appendToLockedDraft } from './append-to-draft.server';
import { findOwnTranscription } from './find-own-transcription.server';
import { type DraftText, readDraftText } from './read-draft-text.server';
import { writeSavedText } from './saved-text.server';

/**
 * Saves the draft, plus the given changes, as a new version.
 * @param form.version of the saved text that the changes are based on (optimistic locking)
 * @returns the number of the new version, or `form.version` when nothing changed
 * @throws AppError 'transcription.not-found', 'transcript.conflict'
 */
export function saveDraft(
  userId: number,
  publicId: string,
  {
    version,
    changes = [],
    submissionId,
  }: { version: number; changes?: TranscriptChangeEntry[]; submissionId: string },
): Promise<number> {
  return withIdempotencyKey(`save:${userId}`, submissionId, async (transaction) => {
    const { id } = await findOwnTranscription(userId, publicId, { transaction });
    return saveDraftText(id, await appendToDraftIn(id, { version, changes }, transaction), transaction);
  });
}

/**
 * Applies a change that a form posted. Saves it as a version at once, unless the draft holds other unsaved
 * changes: then appends it to the draft.
 * @param makeChange receives the current utterances; runs once, in the transaction
 * @returns the index of the changed utterance
 * @throws AppError 'transcription.not-found', 'transcript.conflict'; whatever `makeChange` throws
 */
export function changeDraftAndSave(
  userId: number,
  publicId: string,
  { version, submissionId }: { version: number; submissionId: string },
  makeChange: (blocks: EditableUtterance[]) => TranscriptChange,
): Promise<number> {
  return withIdempotencyKey(`change:${userId}`, submissionId, async (transaction) => {
    const { id } = await findOwnTranscription(userId, publicId, { transaction });
    const draft = await lockDraft({ transcriptionId: id }, version, transaction);
    const before = await readDraftText(id, transaction);
    const change = makeChange(before.blocks);
    const request = { version, changes: [{ id: submissionId, change }] };
    const working = await appendToLockedDraft(draft, before, request, transaction);
    if (working.changes.length === 1) await saveDraftText(id, working, transaction);
    return change.kind === 'replace' ? before.blocks.findIndex((block) => block.id === change.ids[0]) : 0;
  });
}

/**
 * Saves a draft as a new version and deletes the draft, in the caller's transaction.
 * @returns the number of the new version, or of the saved text when nothing changed
 */
export async function saveDraftText(
  transcriptionId: number,
  { version, blocks, changes }: DraftText,
  transaction: Transaction,
): Promise<number> {
  await Draft.destroy({ where: { transcriptionId }, transaction });
  if (effectiveChanges(changes).length === 0) return version;
  const utterances = blocks.map(({ id: _id, ...utterance }) => utterance);
  const saved = { version: version + 1, utterances };
  await writeSavedText(transcriptionId, saved, transaction);
  return saved.version;
}

/**
 * Deletes the unsaved changes.
 * @throws AppError 'transcription.not-found'
 */
export function discardDraft(userId: number, publicId: string): Promise<void> {
  return inTransaction(async (transaction) => {
    const { id } = await findOwnTranscription(userId, publicId, { transaction });
    await Draft.destroy({ where: { transcriptionId: id }, transaction });
  });
}
