import {
  type BasePendingChange,
  type MergeConflict,
  type MergeResult,
  type MergeStrategy,
  mergeThreeWay,
} from '../draft/three-way-merge';
import { renameSpeaker } from './apply-changes';
import { encodeMarks, rewriteUtterances } from './rewrite-utterances';
import type { Word } from './transcript';
import type { EditableUtterance, TranscriptChange, UtteranceInput } from './transcript-change';

/** An unconfirmed change. A rename has only the first of its utterances in `removed` and `added`. */
export interface PendingChange extends BasePendingChange<TranscriptChange, EditableUtterance> {
  /** For the undo of a rename: the ids of the utterances that had been renamed, and the name to restore. */
  formerName?: { speaker: string; ids: string[] };
}

export interface Conflict extends MergeConflict<PendingChange, EditableUtterance> {
  /** Where both sides renamed the speaker: the rename that applies mine. */
  rename?: { from: string; to: string };
}

interface MergedTranscript extends MergeResult<PendingChange, EditableUtterance> {
  conflicts: Conflict[];
}

/** Tolerance when matching times: a browser has them within 40 ms, and displays tenths of a second. */
const TIME_TOLERANCE_MS = 100;

/** Rebases pending changes, without undone ones and conflicts in which both sides agree. */
export function mergeTranscriptChanges(
  present: readonly EditableUtterance[],
  pending: readonly PendingChange[],
): MergedTranscript {
  const { blocks, fitting, conflicts } = mergeThreeWay(present, dropUndone(pending), {
    applyChange,
    findCurrent: (now, { before }) => currentUtterances(now, before),
  });
  return {
    blocks,
    fitting,
    conflicts: conflicts.flatMap((conflict) => refreshConflict(blocks, conflict) ?? []),
  };
}

/** Updates a conflict to a text that may have changed since; null when both sides agree now. */
export function refreshConflict(
  blocks: readonly EditableUtterance[],
  { before, mine, steps }: Conflict,
): Conflict | null {
  const theirs = currentUtterances(blocks, before);
  const { change } = steps.at(-1)!;
  const from = theirs[0]?.speaker;
  const rename = change.kind === 'rename' && from !== undefined ? { from, to: change.to } : undefined;
  const conflict = { before, mine, theirs, steps, ...(rename && { rename }) };
  return isResolved(conflict) ? null : conflict;
}

/** Whether the `theirs` side of a conflict still equals the present text. */
export const isConflictCurrent = (
  blocks: readonly EditableUtterance[],
  { before, theirs }: Conflict,
): boolean => comparisonKey(currentUtterances(blocks, before)) === comparisonKey(theirs);

type ApplyChange = MergeStrategy<PendingChange, EditableUtterance>['applyChange'];

const applyChange: ApplyChange = (blocks, step) => {
  const { id, change, removed, added } = step;
  if (change.kind === 'rename') {
    const isThere = blocks.some(({ speaker }) => speaker === change.from);
    return isThere ? { blocks: blocks.map((block) => renameSpeaker(block, change)), step } : 'conflict';
  }
  if (removed.length + added.length === 0) return { blocks: restoreFormerName(blocks, step), step };
  if (isAlreadyApplied(blocks, step)) return 'there';
  const at = locate(blocks, removed);
  if (at < 0) return 'conflict';
  const old = blocks.slice(at, at + removed.length);
  const names = new Map(removed.map(({ speaker }, index) => [speaker, old[index]!.speaker]));
  const given = old.flatMap(({ speaker }, index) => (speaker === removed[index]!.speaker ? [] : speaker));
  const marked = old.flatMap(({ words }, index) => newlyMarked(words, removed[index]!.words));
  const setsMarks = change.kind === 'undo' || change.blocks.some(({ marks }) => marks);
  // Keep the speaker name and the marks that another user has set meanwhile.
  const fresh = added.map(({ id, speaker, text, words }) => ({
    id,
    speaker: names.get(speaker) ?? speaker,
    text,
    ...(setsMarks && { marks: encodeMarks(words) }),
  }));
  const put = rewriteUtterances(old, fresh);
  const keptNames = new Set(put.map(({ speaker }) => speaker));
  const keptWords = new Set(put.flatMap(({ words }) => words));
  if (given.some((name) => !keptNames.has(name)) || marked.some((word) => !keptWords.has(word)))
    return 'conflict';
  const ids = old.map((block) => block.id);
  return {
    blocks: blocks.toSpliced(at, old.length, ...put),
    step: { id, change: { kind: 'replace', ids, blocks: fresh }, removed: old, added: put },
  };
};

/** By id, as on the server: an utterance rewritten meanwhile has a new id, and its author chose the name. */
function restoreFormerName(
  blocks: readonly EditableUtterance[],
  { formerName }: PendingChange,
): EditableUtterance[] {
  const ids = new Set(formerName?.ids);
  return blocks.map((block) => (ids.has(block.id) ? { ...block, speaker: formerName!.speaker } : block));
}

/** What to remove from the text, and what to insert instead, in favour of mine; null for an empty text. */
export function resolveWithMine(
  blocks: readonly EditableUtterance[],
  { before, mine }: Conflict,
): { removed: EditableUtterance[]; added: UtteranceInput[] } | null {
  const dropUndone = new Set(currentUtterances(blocks, before));
  const first = blocks.findIndex((block) => dropUndone.has(block));
  if (first >= 0) {
    const end = blocks.findIndex((block, at) => at > first && !dropUndone.has(block));
    return { removed: blocks.slice(first, end < 0 ? undefined : end), added: mine.map(toUtteranceInput) };
  }
  // Theirs deleted it: insert it again before the next utterance.
  const startMs = (before[0] ?? mine[0])?.startMs ?? 0;
  const neighbour = blocks.find((block) => block.startMs >= startMs) ?? blocks.at(-1);
  return neighbour ? { removed: [neighbour], added: [...mine, neighbour].map(toUtteranceInput) } : null;
}

export function toUtteranceInput({ id, speaker, text, words }: EditableUtterance): UtteranceInput {
  return { id, speaker, text, marks: encodeMarks(words) };
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

/** Already applied: the server saved the change but its response was lost. */
function isAlreadyApplied(blocks: readonly EditableUtterance[], { removed, added }: PendingChange): boolean {
  const ids = new Set(blocks.map(({ id }) => id));
  if (added.length > 0) return added.every(({ id }) => ids.has(id));
  return locate(blocks, removed) < 0 && currentUtterances(blocks, removed).length === 0;
}

function locate(blocks: readonly EditableUtterance[], sought: readonly EditableUtterance[]): number {
  if (sought.length === 0) return -1;
  return blocks.findIndex((_, at) => sought.every((block, index) => isSame(blocks[at + index], block)));
}

function isSame(block: EditableUtterance | undefined, other: EditableUtterance): boolean {
  if (!block || block.id === other.id) return block !== undefined;
  const isNear = Math.abs(block.startMs - other.startMs) <= TIME_TOLERANCE_MS;
  return isNear && block.text === other.text;
}

const newlyMarked = (words: readonly Word[], before: readonly Word[]) =>
  words.filter(
    ({ highlight, struck }, at) => highlight !== before[at]?.highlight || struck !== before[at]?.struck,
  );

/** The present utterances in the time range of former ones. */
function currentUtterances(
  blocks: readonly EditableUtterance[],
  before: readonly EditableUtterance[],
): EditableUtterance[] {
  if (before.length === 0) return [];
  const from = before[0]!.startMs;
  const to = Math.max(...before.map(({ endMs }) => endMs));
  return blocks.filter(({ startMs, endMs }) => {
    const shared = Math.min(endMs, to) - Math.max(startMs, from);
    // Neighbours overlap by no more than a rounding error; a word of a tenth of a second overlaps itself.
    return shared > 0 && shared >= Math.min(TIME_TOLERANCE_MS, (endMs - startMs) / 2);
  });
}

const comparisonKey = (blocks: readonly EditableUtterance[]) =>
  JSON.stringify(blocks.map(({ speaker, text, words }) => [speaker, text, encodeMarks(words)]));

function isResolved({ mine, theirs, steps }: Conflict): boolean {
  const { change } = steps.at(-1)!;
  if (change.kind === 'rename')
    return theirs.length > 0 && theirs.every(({ speaker }) => speaker === change.to);
  return comparisonKey(mine) === comparisonKey(theirs);
}
