import type { BasePendingChange, MergeConflict } from '../draft/three-way-merge';
import { renameSpeaker } from './apply-changes';
import { type MergedUtterance, mergeUtterances } from './merge-utterances';
import { encodeMarks, rangeOf, rewriteUtterances } from './rewrite-utterances';
import type { EditableUtterance, TranscriptChange, UtteranceInput } from './transcript-change';

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

/** Tolerance when matching times: a browser has them within 40 ms, and displays tenths of a second. */
const TIME_TOLERANCE_MS = 100;
/** Neighbours overlap by less, as each side rounds to 20 ms. */
const LEAST_OVERLAP_MS = 45;

/**
 * Rebases pending changes onto a text that was changed or saved meanwhile, so that its utterances have other
 * ids. Where an utterance was changed by both sides, they are merged word by word; only the same words, marks
 * or names that both changed conflict. Leaves out undone changes, and conflicts in which both sides agree.
 */
export function mergeTranscriptChanges(
  present: readonly EditableUtterance[],
  pending: readonly PendingChange[],
): MergedTranscript {
  let blocks = [...present];
  const fitting: PendingChange[] = [];
  const conflicts: Conflict[] = [];
  for (const step of dropUndone(pending)) {
    const rebased = rebaseStep(blocks, step, conflicts);
    blocks = rebased.blocks;
    fitting.push(...rebased.fitting);
  }
  const open = conflicts.flatMap((conflict) => refreshConflict(blocks, conflict) ?? []);
  return { blocks, fitting, conflicts: open };
}

/**
 * One change on the present text, where the other side is right in a conflict.
 * @returns the changes that make it; `isWhole` without a conflict
 */
export function rebaseChange(
  present: readonly EditableUtterance[],
  step: PendingChange,
): { fitting: PendingChange[]; isWhole: boolean } {
  const conflicts: Conflict[] = [];
  const { fitting } = rebaseStep(present, step, conflicts);
  return { fitting, isWhole: conflicts.length === 0 };
}

/** Updates a conflict to a text that may have changed since; null when both sides agree now. */
export function refreshConflict(blocks: readonly EditableUtterance[], asked: Conflict): Conflict | null {
  const { before, steps } = asked;
  const theirs = currentUtterances(blocks, placeOf(asked));
  const { change } = steps.at(-1)!;
  const from = theirs[0]?.speaker;
  const rename = change.kind === 'rename' && from !== undefined ? { from, to: change.to } : undefined;
  const mine =
    change.kind === 'rename' || comparisonKey(theirs) === comparisonKey(asked.theirs)
      ? asked.mine
      : rewritten(mergeUtterances(asked.theirs, asked.mine, theirs).mine, theirs, placeOf(asked));
  const conflict = { before, mine, theirs, steps, ...(rename && { rename }) };
  return isResolved(conflict) ? null : conflict;
}

/** Whether the `theirs` side of a conflict still equals the present text. */
export const isConflictCurrent = (blocks: readonly EditableUtterance[], conflict: Conflict): boolean =>
  comparisonKey(currentUtterances(blocks, placeOf(conflict))) === comparisonKey(conflict.theirs);

/** Utterances whose times tell where a conflict is. */
const placeOf = ({ before, theirs }: Conflict) => [...before, ...theirs];

interface Rebased {
  blocks: readonly EditableUtterance[];
  fitting: PendingChange[];
}

/** @param conflicts takes a new one, or what the step adds to one */
function rebaseStep(
  blocks: readonly EditableUtterance[],
  step: PendingChange,
  conflicts: Conflict[],
): Rebased & { blocks: EditableUtterance[] } {
  const { blocks: after, fitting } = rebaseAnyStep(blocks, step, conflicts);
  return { blocks: [...after], fitting };
}

function rebaseAnyStep(
  blocks: readonly EditableUtterance[],
  step: PendingChange,
  conflicts: Conflict[],
): Rebased {
  const { change, removed, added, isEach } = step;
  if (change.kind === 'rename') {
    const isThere = blocks.some(({ speaker }) => speaker === change.from);
    if (isThere) return { blocks: blocks.map((block) => renameSpeaker(block, change)), fitting: [step] };
    conflicts.push({ before: removed, mine: added, theirs: [], steps: [step] });
    return { blocks, fitting: [] };
  }
  if (removed.length + added.length === 0)
    return { blocks: restoreFormerName(blocks, step), fitting: [step] };
  if (isEach) return rebaseEach(blocks, step, conflicts);
  if (isAlreadyApplied(blocks, step)) return { blocks, fitting: [] };
  if (removed.length === 0) return insertAgain(blocks, step);
  return rebaseReplacement(blocks, step, conflicts);
}

function rebaseReplacement(
  blocks: readonly EditableUtterance[],
  step: PendingChange,
  conflicts: Conflict[],
): Rebased {
  const { id, change, removed, added } = step;
  const located = locate(blocks, removed);
  const old =
    located < 0 ? currentUtterances(blocks, removed) : blocks.slice(located, located + removed.length);
  if (comparisonKey(old) === comparisonKey(removed)) {
    // Unchanged words keep their marks.
    const setsMarks = change.kind !== 'replace' || change.blocks.some(({ marks }) => marks);
    const inputs = added.map(({ words, ...block }) => ({
      ...pick(block),
      ...(setsMarks && { marks: encodeMarks(words) }),
    }));
    return putInPlace(blocks, old, inputs, id);
  }
  const merged = mergeUtterances(removed, added, old);
  const known = conflicts.find((conflict) => isBuiltOn(step, conflict));
  const isDecided = !merged.hasConflict && !known;
  const inputs = merged.theirs.map(toFreshInput);
  const isFitting = old.length > 0 && comparisonKey(merged.theirs.map(withText)) !== comparisonKey(old);
  const rebased = isFitting
    ? putInPlace(blocks, old, inputs, isDecided ? id : crypto.randomUUID())
    : { blocks, fitting: [] };
  if (known) addToConflict(known, step, { before: blocks, after: rebased.blocks });
  else if (merged.hasConflict) {
    const theirs = rebased.fitting[0]?.added ?? old;
    const mine = rewritten(merged.mine, theirs, removed);
    conflicts.push({ before: removed, mine, theirs, steps: [step] });
  }
  return rebased;
}

/** Whether a step changes what a conflicting step made. */
function isBuiltOn({ removed }: PendingChange, { steps }: Conflict): boolean {
  const made = new Set(steps.flatMap(({ added }) => added.map(({ id }) => id)));
  return removed.some(({ id }) => made.has(id));
}

/** @param text before and after what fits of the step was put into it */
function addToConflict(
  conflict: Conflict,
  step: PendingChange,
  text: { before: readonly EditableUtterance[]; after: readonly EditableUtterance[] },
): void {
  const asked = new Set(conflict.theirs.map(({ id }) => id));
  const beside = currentUtterances(text.before, step.removed).filter(({ id }) => !asked.has(id));
  const whole = [...conflict.mine, ...beside].toSorted((one, other) => one.startMs - other.startMs);
  conflict.before = [...conflict.before, ...step.removed];
  conflict.mine = rewritten(mergeUtterances(step.removed, step.added, whole).mine, whole, conflict.before);
  conflict.theirs = currentUtterances(text.after, placeOf(conflict));
  conflict.steps.push(step);
}

/** Stays one change, but where an utterance was split meanwhile. */
function rebaseEach(
  blocks: readonly EditableUtterance[],
  step: PendingChange,
  conflicts: Conflict[],
): Rebased {
  const { removed, added } = step;
  const made: PendingChange[] = [];
  let present = blocks;
  removed.forEach((before, index) => {
    const after = added[index]!;
    const change = { kind: 'replace' as const, ids: [before.id], blocks: [toUtteranceInput(after)] };
    const pair = { id: crypto.randomUUID(), change, removed: [before], added: [after] };
    if (isAlreadyApplied(present, pair)) return;
    const rebased = rebaseReplacement(present, pair, conflicts);
    present = rebased.blocks;
    made.push(...rebased.fitting);
  });
  const [first, ...rest] = together(made);
  return { blocks: present, fitting: first ? [{ ...first, id: step.id }, ...rest] : [] };
}

/** Neighbouring changes of one utterance into one become one change. */
function together(changes: readonly PendingChange[]): PendingChange[] {
  const runs: PendingChange[][] = [];
  let isOpen = false;
  for (const change of changes) {
    const isPair = change.removed.length === 1 && change.added.length === 1;
    if (isPair && isOpen) runs.at(-1)!.push(change);
    else runs.push([change]);
    isOpen = isPair;
  }
  return runs.map((run) => {
    const [only] = run;
    if (run.length === 1) return only!;
    const added = run.flatMap((each) => each.added);
    const removed = run.flatMap((each) => each.removed);
    return { ...replaceEachOf(crypto.randomUUID(), removed, added.map(toUtteranceInput)), added };
  });
}

/** A change of single utterances, wherever they are. @param blocks one for each of `removed` */
export function replaceEachOf(
  id: string,
  removed: readonly EditableUtterance[],
  blocks: readonly UtteranceInput[],
): PendingChange {
  const change: TranscriptChange = {
    kind: 'replace-each',
    blocks: blocks.map((block, index) => ({ ...block, of: removed[index]!.id })),
  };
  const added = blocks.flatMap((block, index) => rewriteUtterances([removed[index]!], [block]));
  return { id, change, removed: [...removed], added, isEach: true };
}

/** Replaces utterances that are in the text. */
function putInPlace(
  blocks: readonly EditableUtterance[],
  old: readonly EditableUtterance[],
  inputs: UtteranceInput[],
  id: string,
): Rebased {
  const added = rewriteUtterances(old, inputs);
  const ids = old.map((block) => block.id);
  return {
    blocks: blocks.toSpliced(blocks.indexOf(old[0]!), old.length, ...added),
    fitting: [{ id, change: { kind: 'replace', ids, blocks: inputs }, removed: [...old], added }],
  };
}

/** Utterances that an undo brings back. */
function insertAgain(blocks: readonly EditableUtterance[], { id, added }: PendingChange): Rebased {
  const put = insertionOf(blocks, added);
  return put ? putInPlace(blocks, put.removed, put.added, id) : { blocks, fitting: [] };
}

/** Utterances in their time, beside one that is there; null for an empty text. */
function insertionOf(
  blocks: readonly EditableUtterance[],
  back: readonly EditableUtterance[],
): { removed: EditableUtterance[]; added: UtteranceInput[] } | null {
  const inputs = back.map(inItsTime);
  const next = blocks.find(({ startMs }) => startMs >= (back[0]?.startMs ?? 0));
  if (next) return { removed: [next], added: [...inputs, toUtteranceInput(next)] };
  const last = blocks.at(-1);
  return last ? { removed: [last], added: [toUtteranceInput(last), ...inputs] } : null;
}

const inItsTime = (block: EditableUtterance): UtteranceInput => ({
  ...toUtteranceInput(block),
  span: rangeOf([block]),
});

const withText = ({ speaker, words }: MergedUtterance) => ({
  speaker,
  words,
  text: words.map(({ text }) => text).join(' '),
});

const toFreshInput = (merged: MergedUtterance): UtteranceInput => ({
  ...pick({ ...withText(merged), id: crypto.randomUUID() }),
  marks: encodeMarks(merged.words),
  span: rangeOf(merged.words),
});

const pick = ({ id, speaker, text }: Pick<EditableUtterance, 'id' | 'speaker' | 'text'>) => ({
  id,
  speaker,
  text,
});

/** Merged utterances with the times of `old`, or of `before` where that is empty. */
const rewritten = (
  merged: readonly MergedUtterance[],
  old: readonly EditableUtterance[],
  before: readonly EditableUtterance[],
): EditableUtterance[] => rewriteUtterances(old.length > 0 ? old : before, merged.map(toFreshInput));

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
  conflict: Conflict,
): { removed: EditableUtterance[]; added: UtteranceInput[] } | null {
  const { mine } = conflict;
  const removed = currentUtterances(blocks, placeOf(conflict));
  return removed.length > 0 ? { removed, added: mine.map(inItsTime) } : insertionOf(blocks, mine);
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

/** The present utterances in the time range of former ones; consecutive. */
function currentUtterances(
  blocks: readonly EditableUtterance[],
  before: readonly EditableUtterance[],
): EditableUtterance[] {
  if (before.length === 0) return [];
  const range = rangeOf(before);
  const isHere = ({ startMs, endMs }: EditableUtterance) => {
    const shared = Math.min(endMs, range.endMs) - Math.max(startMs, range.startMs);
    // A short word overlaps itself.
    const shorter = Math.min(endMs - startMs, range.endMs - range.startMs);
    return shared > 0 && shared >= Math.min(LEAST_OVERLAP_MS, shorter / 2);
  };
  const first = blocks.findIndex(isHere);
  return first < 0 ? [] : blocks.slice(first, blocks.findLastIndex(isHere) + 1);
}

const comparisonKey = (blocks: readonly Pick<EditableUtterance, 'speaker' | 'text' | 'words'>[]) =>
  JSON.stringify(blocks.map(({ speaker, text, words }) => [speaker, text, encodeMarks(words)]));

function isResolved({ mine, theirs, steps }: Conflict): boolean {
  const { change } = steps.at(-1)!;
  if (change.kind === 'rename')
    return theirs.length > 0 && theirs.every(({ speaker }) => speaker === change.to);
  return comparisonKey(mine) === comparisonKey(theirs);
}
