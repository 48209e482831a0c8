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
 * Draft and changes become a version, based on `version` (optimistic locking); returns the newest version's
 * number.
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
 * A form's change is saved as a version at once, unless the draft holds others: then it is appended.
 * `makeChange` runs once, in the transaction. Returns the index of the changed utterance.
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

/** Saves and deletes the draft in the caller's transaction. Returns the number of the newest version. */
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

/** @throws AppError 'transcription.not-found' */
export function discardDraft(userId: number, publicId: string): Promise<void> {
  return inTransaction(async (transaction) => {
    const { id } = await findOwnTranscription(userId, publicId, { transaction });
    await Draft.destroy({ where: { transcriptionId: id }, transaction });
  });
}
