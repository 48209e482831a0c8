import { foldWord } from '../search/searchable-words';
import type { DocumentBlock, DocumentChange } from './document-change';
import { isSameText, textOf } from './rich-text';

/** A change that the server has not confirmed, with the paragraphs it took away and those it put there. */
export interface PendingDocumentChange {
  id: string;
  change: DocumentChange;
  removed: DocumentBlock[];
  added: DocumentBlock[];
}

/** What was written here, and what somebody else wrote in the same place. */
export interface DocumentConflict {
  /** What stood there before both. */
  before: DocumentBlock[];
  mine: DocumentBlock[];
  theirs: DocumentBlock[];
  /** The changes that led to mine. */
  steps: PendingDocumentChange[];
}

export interface RebasedDocument {
  /** The present text with the changes that fit it. */
  blocks: DocumentBlock[];
  /** Those that fit, as changes of the present text. */
  fitting: PendingDocumentChange[];
  conflicts: DocumentConflict[];
}

/** As much of a paragraph's words as the other has makes it that one, rewritten. */
const LEAST_LIKENESS = 0.4;

/**
 * Carries changes over to a text that somebody else changed meanwhile, or saved, so that its paragraphs have other
 * ids. What does not fit is put beside what stands there now, and nothing is overwritten.
 */
export function rebaseDocument(
  present: readonly DocumentBlock[],
  pending: readonly PendingDocumentChange[],
): RebasedDocument {
  const blocks = [...present];
  const fitting: PendingDocumentChange[] = [];
  const conflicts: DocumentConflict[] = [];
  for (const step of pending) {
    const { id, change, removed, added } = step;
    if (change.kind === 'title') {
      fitting.push(step);
      continue;
    }
    if (isThere(blocks, added)) continue;
    const at = locate(blocks, removed);
    if (at < 0) {
      addConflict(conflicts, step);
      continue;
    }
    const old = blocks.slice(at, at + removed.length);
    blocks.splice(at, old.length, ...added);
    const ids = old.map((block) => block.id);
    fitting.push({ id, change: { kind: 'replace', ids, blocks: added }, removed: old, added });
  }
  for (const conflict of conflicts) conflict.theirs = likenessOf(blocks, conflict.before);
  return { blocks, fitting, conflicts: conflicts.filter(({ mine, theirs }) => !isSameText(mine, theirs)) };
}

/** What has to be replaced, and by what, so that what was written here stands in the place of the other. */
export function preferOwn(
  blocks: readonly DocumentBlock[],
  { mine, theirs }: DocumentConflict,
): { removed: DocumentBlock[]; added: DocumentBlock[] } {
  const standing = new Set(theirs.map(({ id }) => id));
  const first = blocks.findIndex(({ id }) => standing.has(id));
  if (first < 0) {
    const last = blocks.at(-1)!;
    return { removed: [last], added: [last, ...mine] };
  }
  const end = blocks.findLastIndex(({ id }) => standing.has(id)) + 1;
  return { removed: blocks.slice(first, end), added: mine };
}

/** The server has it already: its answer was lost on the way. */
function isThere(blocks: readonly DocumentBlock[], added: readonly DocumentBlock[]): boolean {
  const ids = new Set(blocks.map(({ id }) => id));
  return added.length > 0 && added.every(({ id }) => ids.has(id));
}

/** Where paragraphs stand, by their ids, or by what they say where that is in one place alone. */
function locate(blocks: readonly DocumentBlock[], sought: readonly DocumentBlock[]): number {
  if (sought.length === 0) return -1;
  const named = blocks.findIndex((_, at) => sought.every(({ id }, index) => blocks[at + index]?.id === id));
  if (named >= 0) return named;
  const places = blocks.flatMap((_, at) =>
    isSameText(blocks.slice(at, at + sought.length), [...sought]) ? [at] : [],
  );
  return places.length === 1 ? places[0]! : -1;
}

/** What most probably became of paragraphs: from the first to the last that resembles one of them. */
function likenessOf(blocks: readonly DocumentBlock[], before: readonly DocumentBlock[]): DocumentBlock[] {
  const wordsBefore = before.map(wordsOf);
  const places = blocks.flatMap((block, at) => {
    const words = wordsOf(block);
    return wordsBefore.some((known) => isAlike(known, words)) ? [at] : [];
  });
  return places.length > 0 ? blocks.slice(places[0], places.at(-1)! + 1) : [];
}

const wordsOf = (block: DocumentBlock) => new Set(textOf(block).split(/\s+/u).map(foldWord).filter(Boolean));

function isAlike(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const both = [...one].filter((word) => other.has(word)).length;
  return both > 0 && both >= LEAST_LIKENESS * Math.max(one.size, other.size);
}

/** Changes that build on one another make one conflict. */
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
