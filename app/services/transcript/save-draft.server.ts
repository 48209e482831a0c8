import { randomUUID } from 'node:crypto';
import type {
  EditableUtterance,
  TranscriptChange,
  TranscriptChangeEntry,
} from '@/app/domain/transcript/transcript-change';
import { inTransaction } from '@/models/database.server';
import { Draft } from '@/models/draft.server';
import { isDraftFull, lockDraft } from '../platform/drafts/draft-changes.server';
import { withIdempotencyKey } from '../platform/idempotency/with-idempotency-key.server';
import { appendToDraftIn, appendToLockedDraft } from './append-to-draft.server';
import { findOwnTranscription } from './find-own-transcription.server';
import { readDraftText } from './read-draft-text.server';
import { saveDraftText } from './save-draft-text.server';

/**
 * Draft and changes become a version, based on `version` (optimistic locking); returns the newest version's
 * number.
 * @throws AppError 'transcription.not-found', 'transcript.conflict', 'transcript.too-long'
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
    const transcription = await findOwnTranscription(userId, publicId, { transaction });
    const working = await appendToDraftIn(transcription, { version, changes }, transaction);
    return saveDraftText(transcription.id, working, transaction);
  });
}

/**
 * A form's changes are saved as a version at once, unless the draft holds others: then they are appended, and
 * saved with them when it is full.
 * `makeChanges` runs once, in the transaction. Returns the index of the first changed utterance; 0 for that
 * of a rename.
 * @throws AppError 'transcription.not-found', 'transcript.conflict', 'transcript.too-long'; whatever
 *   `makeChanges` throws
 */
export function changeDraftAndSave(
  userId: number,
  publicId: string,
  { version, submissionId }: { version: number; submissionId: string },
  makeChanges: (blocks: EditableUtterance[]) => TranscriptChange | TranscriptChange[],
): Promise<number> {
  return withIdempotencyKey(`change:${userId}`, submissionId, async (transaction) => {
    const { id, durationMs } = await findOwnTranscription(userId, publicId, { transaction });
    const draft = await lockDraft({ transcriptionId: id }, version, transaction);
    const before = await readDraftText(id, transaction);
    const changes = [makeChanges(before.blocks)].flat().map((change) => ({ id: randomUUID(), change }));
    const request = { version, changes };
    const working = await appendToLockedDraft({ draft, durationMs }, before, request, transaction);
    const isAlone = working.changes.length === changes.length;
    if (isAlone || (await isDraftFull({ transcriptionId: id }, transaction)))
      await saveDraftText(id, working, transaction);
    const [first] = changes;
    if (first?.change.kind !== 'replace') return 0;
    const [changedId] = first.change.ids;
    return before.blocks.findIndex((block) => block.id === changedId);
  });
}

/** @throws AppError 'transcription.not-found' */
export function discardDraft(userId: number, publicId: string): Promise<void> {
  return inTransaction(async (transaction) => {
    const { id } = await findOwnTranscription(userId, publicId, { transaction });
    await Draft.destroy({ where: { transcriptionId: id }, transaction });
  });
}
