import type { BasePendingChange, MergeConflict } from '../draft/pending-change';
import { currentUtterances, readingKey } from './locate-utterances';
import { mergeUtterances } from './merge-utterances';
import { Rebase } from './rebase-changes';
import type { EditableUtterance, TranscriptChange, UtteranceInput } from './transcript-change';
import { inItsTime, insertionOf, rewritten } from './utterance-inputs';

/** An unconfirmed change. A rename has only the first of its utterances in `removed` and `added`. */
export interface PendingChange extends BasePendingChange<TranscriptChange, EditableUtterance> {
  /** Whether each of `removed` is replaced by the one of `added` at the same index, wherever they are. */
  isEach?: true;
  /** For the undo of a rename: the ids of the utterances that had been renamed, and the name to restore. */
  formerName?: { speaker: string; ids: string[] };
}

/** `mine` is `theirs` with my words where both changed the same ones. */
export interface Conflict extends MergeConflict<PendingChange, EditableUtterance> {
  /** Where both sides renamed the speaker: the rename that applies mine. */
  rename?: { from: string; to: string };
}

interface MergedTranscript {
  /** The present text with all changes that do not conflict. */
  blocks: EditableUtterance[];
  /** Those changes, rebased onto the present text. */
  fitting: PendingChange[];
  /** What both sides changed in different ways. Their steps stay as they were; the rest of them is in `fitting`. */
  conflicts: Conflict[];
}

/**
 * Rebases pending changes onto a text that was changed or saved meanwhile, so that its utterances have other
 * ids. Where an utterance was changed by both sides, they are merged word by word; only the same words, marks
 * or names that both changed conflict. Leaves out undone changes, and conflicts in which both sides agree.
 */
export function mergeTranscriptChanges(
  present: readonly EditableUtterance[],
  pending: readonly PendingChange[],
): MergedTranscript {
  const rebase = new Rebase(present);
  for (const step of dropUndone(pending)) rebase.take(step);
  rebase.finish();
  const { blocks, fitting, conflicts } = rebase;
  return {
    blocks,
    fitting,
    conflicts: conflicts.flatMap((conflict) => refreshConflict(blocks, conflict) ?? []),
  };
}

/**
 * One change on the present text, where the other side is right in a conflict.
 * @returns the changes that make it; `isWhole` without a conflict
 */
export function rebaseChange(
  present: readonly EditableUtterance[],
  step: PendingChange,
): { fitting: PendingChange[]; isWhole: boolean } {
  const rebase = new Rebase(present);
  rebase.take(step);
  rebase.finish();
  return { fitting: rebase.fitting, isWhole: rebase.conflicts.length === 0 };
}

/** Updates a conflict to a text that may have changed since; null when both sides agree now. */
export function refreshConflict(blocks: readonly EditableUtterance[], asked: Conflict): Conflict | null {
  const { before, steps } = asked;
  const theirs = currentUtterances(blocks, placeOf(asked));
  const { change } = steps.at(-1)!;
  const from = theirs[0]?.speaker;
  const rename = change.kind === 'rename' && from !== undefined ? { from, to: change.to } : undefined;
  const mine =
    change.kind === 'rename' || readingKey(theirs) === readingKey(asked.theirs)
      ? asked.mine
      : rewritten(mergeUtterances(asked.theirs, asked.mine, theirs).mine, theirs, placeOf(asked));
  const conflict = { before, mine, theirs, steps, ...(rename && { rename }) };
  return isResolved(conflict) ? null : conflict;
}

/** Whether the `theirs` side of a conflict still equals the present text. */
export const isConflictCurrent = (blocks: readonly EditableUtterance[], conflict: Conflict): boolean =>
  readingKey(currentUtterances(blocks, placeOf(conflict))) === readingKey(conflict.theirs);

/** Utterances whose times tell where a conflict is. */
const placeOf = ({ before, theirs }: Conflict) => [...before, ...theirs];

/** What to remove from the text, and what to insert instead, in favour of mine; null for an empty text. */
export function resolveWithMine(
  blocks: readonly EditableUtterance[],
  conflict: Conflict,
): { removed: EditableUtterance[]; added: UtteranceInput[] } | null {
  const { mine } = conflict;
  const removed = currentUtterances(blocks, placeOf(conflict));
  return removed.length > 0 ? { removed, added: mine.map(inItsTime) } : insertionOf(blocks, mine);
}

/** The undo itself is still sent, since the undone change may already be on its way to the server. */
function dropUndone(pending: readonly PendingChange[]): PendingChange[] {
  const own = new Set(pending.map(({ id }) => id));
  const undone = new Set<string>();
  const left = pending.map((step): PendingChange => {
    const { change } = step;
    if (change.kind !== 'undo' || !own.has(change.changeId)) return step;
    undone.add(change.changeId);
    return { ...step, removed: [], added: [] };
  });
  return left.filter(({ id }) => !undone.has(id));
}

function isResolved({ mine, theirs, steps }: Conflict): boolean {
  const { change } = steps.at(-1)!;
  if (change.kind === 'rename')
    return theirs.length > 0 && theirs.every(({ speaker }) => speaker === change.to);
  return readingKey(mine) === readingKey(theirs);
}
