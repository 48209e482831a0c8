import type { Transaction } from 'sequelize';
import { StaleChange } from '@/app/domain/draft/indexed-list';
import { AppError } from '@/app/domain/errors';
import { applyChanges, effectiveChanges } from '@/app/domain/transcript/apply-changes';
import { isTooLong } from '@/app/domain/transcript/text-length';
import type { EditableUtterance, TranscriptChangeEntry } from '@/app/domain/transcript/transcript-change';
import { inTransaction } from '@/models/database.server';
import type { Draft } from '@/models/draft.server';
import type { Transcription } from '@/models/transcription.server';
import {
  insertDraftChanges,
  isDraftFull,
  lockDraft,
  newChanges,
} from '../platform/drafts/draft-changes.server';
import { findOwnTranscription } from './find-own-transcription.server';
import { type DraftText, readStoredDraft, type StoredDraft } from './read-draft-text.server';
import { saveDraftText } from './save-draft-text.server';

/** The transcription whose text is changed. */
type ChangedTranscription = Pick<Transcription, 'id' | 'durationMs'>;

/** Changes to the saved version `version` of a transcript, oldest first. */
export interface ChangeRequest {
  version: number;
  /** The last change that the client has seen; null for none; omitted when it has seen all. */
  lastChangeId?: string | null;
  changes: TranscriptChangeEntry[];
}

/**
 * All changes or none; skips those whose id is stored already. Returns how many are unsaved now, without
 * undone ones. A full draft becomes a version: the client's next change is outdated then, and it merges.
 * @throws AppError 'transcription.not-found', 'transcript.conflict' for an outdated version, a missing
 *   utterance or speaker, or a speaker rename that the client has not seen; 'transcript.too-long'
 */
export function appendToDraft(userId: number, publicId: string, request: ChangeRequest): Promise<number> {
  return inTransaction(async (transaction) => {
    const transcription = await findOwnTranscription(userId, publicId, { transaction });
    const working = await appendToDraftIn(transcription, request, transaction);
    const isFull = await isDraftFull({ transcriptionId: transcription.id }, transaction);
    if (!isFull) return effectiveChanges(working.changes).length;
    await saveDraftText(transcription.id, working, transaction);
    return 0;
  });
}

/** As appendToDraft, in the caller's transaction. @returns the text with all changes applied */
export async function appendToDraftIn(
  { id: transcriptionId, durationMs }: ChangedTranscription,
  request: ChangeRequest,
  transaction: Transaction,
): Promise<DraftText> {
  const draft = await lockDraft({ transcriptionId }, request.version, transaction);
  const stored = await readStoredDraft(transcriptionId, transaction);
  return appendToLockedDraft({ draft, durationMs }, stored, request, transaction);
}

/** As appendToDraftIn, to a draft that was locked before it was read; replays only what `working` lacks. */
export async function appendToLockedDraft(
  { draft, durationMs }: { draft: Draft; durationMs: number },
  working: StoredDraft & Partial<DraftText>,
  { version, lastChangeId, changes }: ChangeRequest,
  transaction: Transaction,
): Promise<DraftText> {
  if (working.version !== version) throw new AppError('transcript.conflict');
  const fresh = newChanges(working.changes, changes);
  if (lastChangeId !== undefined && fresh.length > 0) {
    const own = new Set(changes.map(({ id }) => id));
    const unseen = changesAfter(lastChangeId, working.changes).filter(({ id }) => !own.has(id));
    const naming = renameChanges(working.changes);
    // An edit replaces a whole utterance, with its speaker: without having seen a rename it would undo the
    // rename.
    if (unseen.some((change) => naming.has(change))) throw new AppError('transcript.conflict');
  }
  const all = [...working.changes, ...fresh];
  const sent = new Set(fresh);
  // An undo may concern any earlier change.
  const isReplayed = working.blocks && fresh.every(({ change }) => change.kind !== 'undo');
  const [start, rest] = isReplayed ? [working.blocks!, fresh] : [working.savedBlocks, all];
  const blocks = replayOrConflict(start, rest, (named, before) => {
    // Renaming a speaker without utterances means that the client missed the change that removed the last
    // one.
    if (sent.has(named) && !hasSpeaker(before, named)) throw new AppError('transcript.conflict');
  });
  const saved = { before: working.savedBlocks, durationMs };
  if (fresh.length > 0 && isTooLong(blocks, saved)) throw new AppError('transcript.too-long');
  await insertDraftChanges(draft, fresh, transaction);
  return { ...working, blocks, changes: all };
}

/** Whether the speaker that a change renames has any utterance. */
function hasSpeaker(blocks: Iterable<EditableUtterance>, { change }: TranscriptChangeEntry): boolean {
  for (const { speaker } of blocks) if (change.kind === 'rename' && speaker === change.from) return true;
  return false;
}

/** @throws AppError 'transcript.conflict' when the change no longer exists */
function changesAfter(
  lastChangeId: string | null,
  changes: TranscriptChangeEntry[],
): TranscriptChangeEntry[] {
  if (lastChangeId === null) return changes;
  const at = changes.findIndex(({ id }) => id === lastChangeId);
  if (at < 0) throw new AppError('transcript.conflict');
  return changes.slice(at + 1);
}

/** Changes that rename a speaker everywhere, and undos of such changes. */
function renameChanges(changes: TranscriptChangeEntry[]): Set<TranscriptChangeEntry> {
  const renames = new Set(changes.flatMap(({ id, change }) => (change.kind === 'rename' ? [id] : [])));
  return new Set(
    changes.filter(({ id, change }) => renames.has(change.kind === 'undo' ? change.changeId : id)),
  );
}

function replayOrConflict(
  blocks: EditableUtterance[],
  changes: TranscriptChangeEntry[],
  onRename: (named: TranscriptChangeEntry, before: Iterable<EditableUtterance>) => void,
): EditableUtterance[] {
  try {
    return applyChanges(blocks, changes, onRename);
  } catch (error) {
    if (error instanceof StaleChange) throw new AppError('transcript.conflict');
    throw error;
  }
}
