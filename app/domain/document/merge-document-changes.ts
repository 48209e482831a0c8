import type { BasePendingChange, MergeConflict } from '../draft/pending-change';
import { foldWord } from '../library/searchable-words';
import type { DocumentChange, EditableParagraph } from './document-change';
import { isSameText, textOf } from './rich-text';

/** `beside`: the neighbouring paragraphs, null at either end of the text; unused for a title change. */
export interface PendingDocumentChange extends BasePendingChange<DocumentChange, EditableParagraph> {
  beside: [EditableParagraph | null, EditableParagraph | null];
}

export interface TitleConflict {
  mine: string;
  theirs: string;
  /** The changes that produced `mine`. */
  steps: PendingDocumentChange[];
}

export type DocumentConflict = MergeConflict<PendingDocumentChange, EditableParagraph>;

/** Minimum share of common words for a paragraph to count as a rewritten version of another. */
const MIN_SIMILARITY = 0.4;

/** Rebases pending changes onto the present text and title, without conflicts in which both sides agree. */
export function mergeDocumentChanges(
  present: { title: string; blocks: readonly EditableParagraph[] },
  pending: readonly PendingDocumentChange[],
) {
  const titles = pending.filter(({ change }) => change.kind === 'title');
  const mine = titleAfter(titles);
  const [first] = titles;
  const former = first?.change.kind === 'title' ? first.change.former : undefined;
  const fits = former === undefined || former === present.title;
  const texts = fits ? pending : pending.filter(({ change }) => change.kind !== 'title');
  const carried = mergeThreeWay(present.blocks, texts);
  const conflicts = carried.conflicts.filter(({ mine, theirs }) => !isSameText(mine, theirs));
  const titleConflict: TitleConflict | null =
    fits || mine === undefined || mine === present.title
      ? null
      : { mine, theirs: present.title, steps: titles };
  return { ...carried, conflicts, titleConflict };
}

export function titleAfter(steps: readonly PendingDocumentChange[]): string | undefined {
  return steps.reduce<string | undefined>(
    (title, { change }) => (change.kind === 'title' ? change.title : title),
    undefined,
  );
}

/**
 * Rebases pending changes onto a text that was changed or saved meanwhile, so that its paragraphs have other
 * ids. Changes that do not apply become conflicts with the present paragraphs; nothing is overwritten.
 * @returns the present text with the changes that apply, these changes, and the conflicts
 */
function mergeThreeWay(present: readonly EditableParagraph[], pending: readonly PendingDocumentChange[]) {
  let blocks = [...present];
  const fitting: PendingDocumentChange[] = [];
  const conflicts: DocumentConflict[] = [];
  for (const step of pending) {
    const carried = applyChange(blocks, step);
    if (carried === 'there') continue;
    if (carried === 'conflict') {
      addConflict(conflicts, step);
      continue;
    }
    blocks = carried.blocks;
    fitting.push(carried.step);
  }
  for (const conflict of conflicts) conflict.theirs = currentParagraphs(blocks, conflict);
  return { blocks, fitting, conflicts };
}

/** Changes that build on one another are collected in one conflict. */
function addConflict(conflicts: DocumentConflict[], step: PendingDocumentChange): void {
  const { removed, added } = step;
  const gone = new Set(removed.map(({ id }) => id));
  const known = conflicts.find(({ mine }) => mine.some(({ id }) => gone.has(id)));
  if (!known) {
    conflicts.push({ before: removed, mine: added, theirs: [], steps: [step] });
    return;
  }
  const knownIds = new Set(known.mine.map(({ id }) => id));
  const at = known.mine.findIndex(({ id }) => gone.has(id));
  const rest = known.mine.filter(({ id }) => !gone.has(id));
  known.before = [...known.before, ...removed.filter(({ id }) => !knownIds.has(id))];
  known.mine = [...rest.slice(0, at), ...added, ...rest.slice(at)];
  known.steps.push(step);
}

/** 'there' when the text already has the change, 'conflict' when its paragraphs are not there any more. */
function applyChange(
  blocks: readonly EditableParagraph[],
  step: PendingDocumentChange,
): { blocks: EditableParagraph[]; step: PendingDocumentChange } | 'there' | 'conflict' {
  const { change, removed, added, beside } = step;
  if (change.kind === 'title') return { blocks: [...blocks], step };
  if (isAlreadyApplied(blocks, added)) return 'there';
  const at = locate(blocks, removed, beside);
  if (at < 0) return isAppliedBetween(blocks, added, beside) ? 'there' : 'conflict';
  const old = blocks.slice(at, at + removed.length);
  const ids = old.map(({ id }) => id);
  return {
    blocks: blocks.toSpliced(at, old.length, ...added),
    step: { ...step, change: { kind: 'replace', ids, blocks: added }, removed: old },
  };
}

/** Resolves a conflict in favour of mine: what to remove from the text and what to insert instead. */
export function resolveWithMine(
  blocks: readonly EditableParagraph[],
  { mine, theirs, steps }: DocumentConflict,
): { removed: EditableParagraph[]; added: EditableParagraph[] } {
  const standing = new Set(theirs.map(({ id }) => id));
  const first = blocks.findIndex(({ id }) => standing.has(id));
  if (first >= 0) {
    // Exclude paragraphs that were inserted between them since, as the conflict did not show them.
    const end = blocks.findIndex(({ id }, at) => at > first && !standing.has(id));
    return { removed: blocks.slice(first, end < 0 ? undefined : end), added: mine };
  }
  // Theirs deleted it: insert it again after its former predecessor.
  const [before] = steps[0]!.beside;
  const [at] = before ? findMatches(blocks, [before]) : [];
  const neighbour = blocks[at ?? blocks.length - 1]!;
  return { removed: [neighbour], added: [neighbour, ...mine] };
}

/** Already applied: the server saved the change but its response was lost. */
function isAlreadyApplied(
  blocks: readonly EditableParagraph[],
  added: readonly EditableParagraph[],
): boolean {
  const ids = new Set(blocks.map(({ id }) => id));
  return added.length > 0 && added.every(({ id }) => ids.has(id));
}

/** Already applied and saved since, so that the paragraphs have other ids: matched by text and neighbours. */
function isAppliedBetween(
  blocks: readonly EditableParagraph[],
  added: readonly EditableParagraph[],
  [before, after]: PendingDocumentChange['beside'],
): boolean {
  const around = [before, ...added, after];
  const ends = [-1, ...blocks.keys()];
  return ends.some((at) => around.every((block, index) => isEqualParagraph(blocks[at + index], block)));
}

/** By id, else by their text and that of their neighbours; -1 when there is not exactly one match. */
function locate(
  blocks: readonly EditableParagraph[],
  sought: readonly EditableParagraph[],
  [before, after]: PendingDocumentChange['beside'],
): number {
  if (sought.length === 0) return -1;
  const named = blocks.findIndex((_, at) => sought.every(({ id }, index) => blocks[at + index]?.id === id));
  if (named >= 0) return named;
  const places = findMatches(blocks, sought);
  const follows = (at: number) => isEqualParagraph(blocks[at - 1], before);
  const leads = (at: number) => isEqualParagraph(blocks[at + sought.length], after);
  const choices = [
    places.length === 1 ? places : [],
    places.filter((at) => follows(at) && leads(at)),
    places.filter((at) => follows(at) || leads(at)),
  ];
  return choices.find(({ length }) => length === 1)?.[0] ?? -1;
}

/** Indexes of all consecutive paragraphs with the same text as `sought`. */
const findMatches = (blocks: readonly EditableParagraph[], sought: readonly EditableParagraph[]): number[] =>
  [...blocks.keys()].filter((at) =>
    sought.every((block, index) => isEqualParagraph(blocks[at + index], block)),
  );

/** Whether two paragraphs are equal, or both are the end of the text. */
function isEqualParagraph(one: EditableParagraph | undefined, other: EditableParagraph | null): boolean {
  if (!one || !other) return !one && !other;
  return one.id === other.id || isSameText([one], [other]);
}

/** The present paragraphs of a conflict: those between its former neighbours, else the most similar ones. */
function currentParagraphs(
  blocks: readonly EditableParagraph[],
  { before, steps }: DocumentConflict,
): EditableParagraph[] {
  const [first, last] = [steps[0]!.beside[0], steps[0]!.beside[1]];
  const [starts, ends] = [first && findMatches(blocks, [first]), last && findMatches(blocks, [last])];
  const from = starts === null ? 0 : starts.length === 1 ? starts[0]! + 1 : -1;
  const to = ends === null ? blocks.length : ends.length === 1 ? ends[0]! : -1;
  const isNear = from >= 0 && to >= from && to - from <= 2 * before.length;
  return isNear ? blocks.slice(from, to) : mostSimilarRange(blocks, before);
}

/** The range most similar to `before`, or only the best match for its first paragraph if too wide. */
function mostSimilarRange(
  blocks: readonly EditableParagraph[],
  before: readonly EditableParagraph[],
): EditableParagraph[] {
  const words = blocks.map(wordsOf);
  const best = before.flatMap((block) => {
    const sought = wordsOf(block);
    const likenesses = words.map((each) => wordOverlap(sought, each));
    const most = Math.max(0, ...likenesses);
    return most >= MIN_SIMILARITY ? [likenesses.indexOf(most)] : [];
  });
  if (best.length === 0) return [];
  const [from, to] = [Math.min(...best), Math.max(...best)];
  return to - from < 2 * before.length ? blocks.slice(from, to + 1) : [blocks[best[0]!]!];
}

const wordsOf = (block: EditableParagraph) =>
  new Set(textOf(block).split(/\s+/u).map(foldWord).filter(Boolean));

/** Word overlap of two paragraphs as a share of the longer one, 0 to 1. */
function wordOverlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const longer = Math.max(one.size, other.size);
  return longer > 0 ? [...one].filter((word) => other.has(word)).length / longer : 0;
}
