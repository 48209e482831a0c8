import { randomUUID } from 'node:crypto';
import type { Transaction } from 'sequelize';
import type { EditedBlock } from '@/app/domain/api/transcriptions';
import { AppError } from '@/app/domain/errors';
import { effectiveChanges } from '@/app/domain/transcript/apply-changes';
import { encodeMarks, rewriteUtterances } from '@/app/domain/transcript/rewrite-utterances';
import { isTooLong, isTypedTooLong } from '@/app/domain/transcript/text-length';
import type {
  EditableUtterance,
  TranscriptChange,
  UtteranceInput,
} from '@/app/domain/transcript/transcript-change';
import { lockDraft } from '../platform/drafts/draft-changes.server';
import { withIdempotencyKey } from '../platform/idempotency/with-idempotency-key.server';
import { appendToLockedDraft } from './append-to-draft.server';
import { findOwnTranscription } from './find-own-transcription.server';
import { type DraftText, readDraftText } from './read-draft-text.server';
import { saveDraftText } from './save-draft-text.server';

/**
 * The whole text becomes a version, whose number it returns. Words that are the same keep their times.
 * @param edit.version that was edited (optimistic locking); without it the present one
 * @throws AppError 'transcription.not-found', 'transcript.too-long'; 'transcript.conflict' for an outdated version, and
 *   while there are unsaved changes, which would be lost
 */
export function replaceText(
  userId: number,
  publicId: string,
  edit: { blocks: EditedBlock[]; version?: number | undefined; submissionId: string },
): Promise<number> {
  return withIdempotencyKey(`replace-text:${userId}`, edit.submissionId, async (transaction) => {
    const { id, durationMs } = await findOwnTranscription(userId, publicId, { transaction });
    const before = await readDraftText(id, transaction);
    const version = edit.version ?? before.version;
    const draft = await lockDraft({ transcriptionId: id }, version, transaction);
    const saved = { before: before.blocks, durationMs };
    if (
      isTypedTooLong(
        edit.blocks.map(({ text }) => text),
        saved,
      )
    )
      throw new AppError('transcript.too-long');
    const isUnsaved = effectiveChanges(before.changes).length > 0;
    if (isUnsaved || version !== before.version) throw new AppError('transcript.conflict');
    if (before.blocks.length === 0)
      return writeAnew(id, { before, durationMs, blocks: edit.blocks }, transaction);
    const change = differenceOf(before.blocks, edit.blocks);
    const changes = change ? [{ id: randomUUID(), change }] : [];
    const working = await appendToLockedDraft(
      { draft, durationMs },
      before,
      { version, changes },
      transaction,
    );
    return saveDraftText(id, working, transaction);
  });
}

/** Words of a text that has none share the time of the whole recording. @throws AppError 'transcript.too-long' */
function writeAnew(
  transcriptionId: number,
  { before, durationMs, blocks: edited }: { before: DraftText; durationMs: number; blocks: EditedBlock[] },
  transaction: Transaction,
): Promise<number> {
  const silence = { id: 'silence', speaker: '', startMs: 0, endMs: durationMs, confidence: 1, text: '' };
  const fresh = edited.map(inputOf);
  const blocks = rewriteUtterances([{ ...silence, words: [] }], fresh);
  if (isTooLong(blocks, { before: [], durationMs })) throw new AppError('transcript.too-long');
  const change: TranscriptChange = { kind: 'replace', ids: [silence.id], blocks: fresh };
  const changes = blocks.length > 0 ? [{ id: randomUUID(), change }] : [];
  return saveDraftText(transcriptionId, { ...before, blocks, changes }, transaction);
}

const inputOf = ({ speaker, text, words }: EditedBlock): UtteranceInput => ({
  ...{ id: randomUUID(), speaker, text },
  ...(words && { marks: encodeMarks(words) }),
});

/** What is between the blocks that are the same at the beginning and at the end; null when all are. */
function differenceOf(before: EditableUtterance[], after: EditedBlock[]): TranscriptChange | null {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && isSame(before[start]!, after[start]!)) start += 1;
  let end = 0;
  while (end < most - start && isSame(before.at(-1 - end)!, after.at(-1 - end)!)) end += 1;
  if (start + end === before.length && start + end === after.length) return null;
  // A change replaces at least one block: the one before takes an insertion along.
  const from = start + end === before.length ? Math.max(0, start - 1) : start;
  const last =
    from === start && start + end === before.length ? before.length - end + 1 : before.length - end;
  return {
    kind: 'replace',
    ids: before.slice(from, last).map(({ id }) => id),
    blocks: after.slice(from, after.length - (before.length - last)).map(inputOf),
  };
}

function isSame(block: EditableUtterance, edited: EditedBlock): boolean {
  const { speaker, text, words = block.words } = edited;
  return (
    block.speaker === speaker &&
    block.text === text &&
    JSON.stringify(encodeMarks(block.words)) === JSON.stringify(encodeMarks(words))
  );
}
