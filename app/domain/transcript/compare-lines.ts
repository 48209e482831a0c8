import { append } from '../append';
import {
  dropIslands,
  internTexts,
  matchStretch,
  newWorkBudget,
  type Stretch,
  type WorkBudget,
} from './match-sequences';

/** An utterance or a paragraph. */
export interface ComparedLine {
  /** At least one; that of an empty line is empty. */
  words: readonly string[];
  /** The visible style of a word; by default all have the same. */
  styleOf?: (word: number) => string;
  /** Equal for lines that were left alone. */
  anchor: string;
  /** Lines whose words all differ stand in one row when their places are equal. */
  place?: number;
}

/** Consecutive words of a line; those of 'removed' and 'joined' are of a line before, the others after. */
export interface WordRange {
  kind: 'same' | 'restyled' | 'inserted' | 'removed';
  line: number;
  from: number;
  count: number;
}

/** The place at which a line before was joined to its predecessor. */
interface Joint {
  kind: 'joined';
  line: number;
}

/** A line of the running text: of either text, or of both. */
export interface ComparedRow {
  before: number | null;
  after: number | null;
  /** Whether it was the rest of the line above. */
  isSplit: boolean;
  pieces: (WordRange | Joint)[];
}

/** One text as the words of all its lines. */
interface FlatText {
  lines: readonly ComparedLine[];
  words: string[];
  /** The line of each word. */
  lineOf: Int32Array;
  /** The first word of each line, and at the end the number of words. */
  starts: Int32Array;
}

function flatten(lines: readonly ComparedLine[]): FlatText {
  const starts = new Int32Array(lines.length + 1);
  lines.forEach(({ words }, line) => {
    starts[line + 1] = starts[line]! + words.length;
  });
  const lineOf = new Int32Array(starts[lines.length]!);
  lines.forEach((_, line) => {
    lineOf.fill(line, starts[line], starts[line + 1]);
  });
  return { lines, words: lines.flatMap(({ words }) => words), lineOf, starts };
}

/**
 * Both texts as one running text. Lines with equal anchors are matched first, then the words between them; the
 * work is bounded, and what exceeds it counts as removed and inserted.
 */
export function compareLines(before: readonly ComparedLine[], after: readonly ComparedLine[]): ComparedRow[] {
  const budget = newWorkBudget();
  const matched = matchAll(
    before.map(({ anchor }) => anchor),
    after.map(({ anchor }) => anchor),
    budget,
  );
  const [one, other] = [flatten(before), flatten(after)];
  const words = { ...internTexts(one.words, other.words), budget };
  const rows: ComparedRow[] = [];
  let [i, j] = [0, 0];
  const compareUntil = (nextI: number, nextJ: number) => {
    const gap = {
      from: one.starts[i]!,
      to: one.starts[nextI]!,
      otherFrom: other.starts[j]!,
      otherTo: other.starts[nextJ]!,
    };
    matchStretch(words, gap);
    dropIslands(words.partners, gap);
    append(rows, new GapRows(one, other, words.partners, gap).rows());
  };
  matched.forEach((partner, line) => {
    if (partner < 0) return;
    compareUntil(line, partner);
    rows.push(sameRow(before[line]!, after[partner]!, line, partner));
    [i, j] = [line + 1, partner + 1];
  });
  compareUntil(before.length, after.length);
  return rows;
}

function matchAll(one: readonly string[], other: readonly string[], budget: WorkBudget): Int32Array {
  const sides = { ...internTexts(one, other), budget };
  matchStretch(sides, { from: 0, to: one.length, otherFrom: 0, otherTo: other.length });
  return sides.partners;
}

const isRestyled = (one: ComparedLine, word: number, other: ComparedLine, otherWord: number) =>
  one.styleOf?.(word) !== other.styleOf?.(otherWord);

function sameRow(one: ComparedLine, other: ComparedLine, before: number, after: number): ComparedRow {
  const row: ComparedRow = { before, after, isSplit: false, pieces: [] };
  other.words.forEach((_, word) => {
    const kind = isRestyled(one, word, other, word) ? 'restyled' : 'same';
    addWords(row, { kind, line: after, from: word, count: 1 });
  });
  return row;
}

/** Extends the row's last piece where the words follow it. */
function addWords(row: ComparedRow, ...ranges: WordRange[]): void {
  for (const words of ranges) {
    const last = row.pieces.at(-1);
    const follows = last && last.kind !== 'joined' && last.kind === words.kind && last.line === words.line;
    if (follows && last.from + last.count === words.from) last.count += words.count;
    else row.pieces.push(words);
  }
}

function joinInto(row: ComparedRow, ranges: readonly WordRange[]): void {
  for (const range of ranges) row.pieces.push({ kind: 'joined', line: range.line }, range);
}

/** Whether the line of a word began before it. */
const continuesLine = ({ starts, lineOf }: FlatText, word: number) =>
  word < lineOf.length && word > starts[lineOf[word]!]!;

/** The rows of two stretches of lines between lines that are equal. */
class GapRows {
  readonly #one: FlatText;
  readonly #other: FlatText;
  readonly #partners: Int32Array;
  readonly #gap: Stretch;
  readonly #rows: ComparedRow[] = [];

  constructor(one: FlatText, other: FlatText, partners: Int32Array, gap: Stretch) {
    [this.#one, this.#other, this.#partners, this.#gap] = [one, other, partners, gap];
  }

  rows(): ComparedRow[] {
    const { from, to, otherFrom, otherTo } = this.#gap;
    let [i, j] = [from, otherFrom];
    while (i < to || j < otherTo) {
      if (i < to && this.#partners[i] === j) this.#addSame(i++, j++);
      else {
        let end = i;
        while (end < to && this.#partners[end]! < 0) end += 1;
        const otherEnd = end < to ? this.#partners[end]! : otherTo;
        this.#addChange({ from: i, to: end, otherFrom: j, otherTo: otherEnd });
        [i, j] = [end, otherEnd];
      }
    }
    return this.#rows;
  }

  #open(row: Omit<ComparedRow, 'pieces'>): ComparedRow {
    const opened = { ...row, pieces: [] };
    this.#rows.push(opened);
    return opened;
  }

  #addSame(i: number, j: number): void {
    const [before, after] = [this.#one.lineOf[i]!, this.#other.lineOf[j]!];
    const starts = i === this.#one.starts[before];
    let row = this.#rows.at(-1);
    if (row?.after !== after) row = this.#open({ before, after, isSplit: !starts });
    else if (starts && row.before !== before) row.pieces.push({ kind: 'joined', line: before });
    const [word, otherWord] = [i - this.#one.starts[before]!, j - this.#other.starts[after]!];
    const restyled = isRestyled(this.#one.lines[before]!, word, this.#other.lines[after]!, otherWord);
    addWords(row, { kind: restyled ? 'restyled' : 'same', line: after, from: otherWord, count: 1 });
  }

  /** Words between equal ones: those of the current row, of whole lines, and of the row that goes on after them. */
  #addChange({ from, to, otherFrom, otherTo }: Stretch): void {
    const removed = rangesOf(this.#one, 'removed', from, to);
    const inserted = rangesOf(this.#other, 'inserted', otherFrom, otherTo);
    const next = to < this.#gap.to ? this.#one.lineOf[to]! : null;
    const otherNext = next === null ? null : this.#other.lineOf[otherTo]!;
    const row = this.#rows.at(-1);
    if (row) {
      if (continuesLine(this.#one, from)) addWords(row, ...removed.splice(0, 1));
      if (row.after === otherNext) joinInto(row, removed.splice(0));
      if (continuesLine(this.#other, otherFrom)) addWords(row, ...inserted.splice(0, 1));
    }
    const last = removed.at(-1)?.line === next ? removed.pop() : undefined;
    const otherLast = inserted.at(-1)?.line === otherNext ? inserted.pop() : undefined;
    this.#addWholeLines(removed, inserted);
    if (next === null || otherNext === null || row?.after === otherNext) return;
    const isSplit = this.#one.starts[next]! < from;
    const opened = this.#open({ before: next, after: otherNext, isSplit });
    addWords(opened, ...[last, otherLast].filter((range) => range !== undefined));
  }

  /** In the order of their places; lines of equal places stand in one row. */
  #addWholeLines(removed: WordRange[], inserted: WordRange[]): void {
    while (removed.length > 0 || inserted.length > 0) {
      const order = this.#orderOf(removed[0], inserted[0]);
      const gone = removed.splice(0, order <= 0 ? 1 : 0);
      const come = inserted.splice(0, order >= 0 ? 1 : 0);
      const row = { before: gone[0]?.line ?? null, after: come[0]?.line ?? null, isSplit: false };
      addWords(this.#open(row), ...gone, ...come);
    }
  }

  #orderOf(gone: WordRange | undefined, come: WordRange | undefined): number {
    if (!gone || !come) return gone ? -1 : 1;
    const place = this.#one.lines[gone.line]!.place ?? 0;
    return Math.sign(place - (this.#other.lines[come.line]!.place ?? 0));
  }
}

/** The words from one index to another, a range for each line. */
function rangesOf(text: FlatText, kind: WordRange['kind'], from: number, to: number): WordRange[] {
  const ranges: WordRange[] = [];
  for (let at = from; at < to; ) {
    const line = text.lineOf[at]!;
    const end = Math.min(to, text.starts[line + 1]!);
    ranges.push({ kind, line, from: at - text.starts[line]!, count: end - at });
    at = end;
  }
  return ranges;
}
