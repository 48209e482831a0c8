import {
  type ComparedLine,
  type ComparedRow,
  compareLines,
  type WordRange,
} from '../transcript/compare-lines';
import { itemNumbers, type Paragraph, type Run, styleOf, textOf } from './rich-text';

/** A part of a run. */
interface PlacedRun extends Run {
  /** Where the whole run ends in its paragraph. */
  at: number;
}

/** A stretch of the running text with its formats; or the place where paragraphs were joined. */
export interface ParagraphPiece {
  kind: WordRange['kind'] | 'joined';
  runs: PlacedRun[];
}

/** A paragraph of the running text of two versions. */
export interface ParagraphRow extends Omit<Paragraph, 'runs'> {
  /** Of an item of an ordered list, in its text. */
  number: number | null;
  /** Whether it is another kind of paragraph, aligned or nested otherwise. */
  isReformatted: boolean;
  isSplit: boolean;
  isChanged: boolean;
  isWhole: boolean;
  pieces: ParagraphPiece[];
}

interface WordedParagraph extends ComparedLine {
  paragraph: Paragraph;
  number: number | null;
  /** Where each word starts in the text, and at the end its length. */
  starts: number[];
}

/** Compares two texts as one running text, word by word with their formats. */
export function compareParagraphs(
  earlier: readonly Paragraph[],
  later: readonly Paragraph[],
): ParagraphRow[] {
  const [before, after] = [toLines(earlier), toLines(later)];
  return compareLines(before, after).map((row) => toParagraphRow(row, before, after));
}

function toLines(text: readonly Paragraph[]): WordedParagraph[] {
  const numbers = itemNumbers([...text]);
  return text.map((paragraph, index) => ({ ...toLine(paragraph), number: numbers.get(index) ?? null }));
}

/** A word takes the white space after it along. */
function toLine(paragraph: Paragraph) {
  const text = textOf(paragraph);
  const parts = text.match(/\s*\S+\s*/g) ?? [text];
  const words = parts.map((part) => part.trim());
  const starts = [0];
  for (const part of parts) starts.push(starts.at(-1)! + part.length);
  const styles = stylesOf(paragraph, starts);
  return {
    ...{ paragraph, words, starts },
    styleOf: (word: number) => styles[word]!,
    anchor: words.join(' '),
  };
}

/** The style of each word's first letter, and of its others where they differ. */
function stylesOf({ runs }: Paragraph, starts: readonly number[]): string[] {
  const styles = starts.slice(1).map(() => '');
  let [word, at] = [0, 0];
  for (const run of runs) {
    const style = JSON.stringify(styleOf(run));
    const end = at + run.text.length;
    for (; word < styles.length && starts[word]! < end; word += 1) {
      styles[word] += style;
      if (starts[word + 1]! > end) break;
    }
    at = end;
  }
  return styles;
}

function toParagraphRow(
  row: ComparedRow,
  before: readonly WordedParagraph[],
  after: readonly WordedParagraph[],
): ParagraphRow {
  const was = row.before === null ? null : before[row.before]!;
  const is = row.after === null ? null : after[row.after]!;
  const { paragraph, number } = (is ?? was)!;
  const { kind, align, indent } = paragraph;
  const isReformatted =
    was !== null && is !== null && !row.isSplit && frameOf(was.paragraph) !== frameOf(is.paragraph);
  const isWhole = was === null || is === null;
  const pieces = row.pieces.map((piece): ParagraphPiece => {
    if (piece.kind === 'joined') return { kind: 'joined', runs: [] };
    return { kind: piece.kind, runs: runsOf(piece, piece.kind === 'removed' ? before : after) };
  });
  const isChanged = isReformatted || row.isSplit || isWhole;
  const changes = { isReformatted, isSplit: row.isSplit, isChanged, isWhole };
  return { kind, align, indent, number, ...changes, pieces: spaced(pieces) };
}

const frameOf = ({ kind, align, indent = 0 }: Paragraph) => `${kind} ${align} ${indent}`;

function runsOf({ line, from, count }: WordRange, text: readonly WordedParagraph[]): PlacedRun[] {
  const { paragraph, starts } = text[line]!;
  const [start, end] = [starts[from]!, starts[from + count]!];
  let at = 0;
  return paragraph.runs.flatMap((run) => {
    const shown = run.text.slice(Math.max(0, start - at), Math.max(0, end - at));
    at += run.text.length;
    return shown === '' ? [] : [{ ...run, text: shown, at }];
  });
}

/** The last word of a paragraph has no white space after it, and may stand in the middle of the running text. */
function spaced(pieces: ParagraphPiece[]): ParagraphPiece[] {
  return pieces.map(({ kind, runs }, index) => {
    const last = runs.at(-1);
    const isEnd = index === pieces.length - 1 || !last || /\s$/.test(last.text);
    return { kind, runs: isEnd ? runs : runs.with(-1, { ...last, text: `${last.text} ` }) };
  });
}
