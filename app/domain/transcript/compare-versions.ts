import { type ComparedLine, type ComparedRow, compareLines, type WordRange } from './compare-lines';
import { encodeMarks, type MarkedWord } from './rewrite-utterances';
import type { Mark, RenderedUtterance } from './transcript-change';

/** A speaker who has another name in all of their utterances. */
export interface SpeakerRename {
  from: string;
  to: string;
  /** Utterances. */
  count: number;
}

/** A stretch of the running text, with the marks of its words; or the place where utterances were joined. */
export type VersionPiece =
  | { kind: WordRange['kind']; text: string; marks: Mark[] }
  | { kind: 'joined'; text: string; formerSpeaker: string | null };

/** An utterance of the running text of two versions. */
export interface VersionRow {
  startMs: number;
  /** Null when the utterance was removed. */
  speaker: string | null;
  /** The name that was removed: by another speaker, or with the utterance. */
  formerSpeaker: string | null;
  isSplit: boolean;
  isChanged: boolean;
  isWhole: boolean;
  pieces: VersionPiece[];
}

export interface VersionComparison {
  renames: SpeakerRename[];
  rows: VersionRow[];
}

/** Compares two versions of a transcript as one running text. Renamed speakers are told once. */
export function compareVersions(
  earlier: readonly RenderedUtterance[],
  later: readonly RenderedUtterance[],
): VersionComparison {
  const [before, after] = [earlier.map(toLine), later.map(toLine)];
  const rows = compareLines(before, after);
  const renames = findRenames(rows, before, after);
  const newNames = new Map(renames.map(({ from, to }) => [from, to]));
  const nameOf = (line: number) => newNames.get(before[line]!.speaker) ?? before[line]!.speaker;
  return { renames, rows: rows.map((row) => toVersionRow(row, before, after, nameOf)) };
}

interface MarkedLine extends ComparedLine {
  speaker: string;
  startMs: number;
  marked: MarkedWord[];
}

function toLine({ speaker, text, startMs, marks = [] }: RenderedUtterance): MarkedLine {
  const words = text.split(' ');
  const marked: MarkedWord[] = words.map((word) => ({ text: word }));
  for (const { from, count, highlight, struck } of marks)
    for (const word of marked.slice(from, from + count)) Object.assign(word, { highlight, struck });
  return {
    ...{ speaker, startMs, words, marked },
    styleOf: (word) => `${marked[word]!.highlight} ${marked[word]!.struck}`,
    anchor: `${startMs} ${text}`,
    place: startMs,
  };
}

function toVersionRow(
  row: ComparedRow,
  before: readonly MarkedLine[],
  after: readonly MarkedLine[],
  nameOf: (line: number) => string,
): VersionRow {
  const speaker = row.after === null ? null : after[row.after]!.speaker;
  const former = row.before === null ? null : nameOf(row.before);
  const isWhole = row.before === null || row.after === null;
  const formerSpeaker = former === speaker ? null : former;
  const { startMs } = row.after === null ? before[row.before!]! : after[row.after]!;
  const pieces = row.pieces.map((piece): VersionPiece => {
    if (piece.kind !== 'joined') return pieceOf(piece, piece.kind === 'removed' ? before : after);
    const joined = nameOf(piece.line);
    return { kind: 'joined', text: '', formerSpeaker: joined === speaker ? null : joined };
  });
  const isChanged = row.isSplit || isWhole || formerSpeaker !== null;
  return { startMs, speaker, formerSpeaker, isSplit: row.isSplit, isChanged, isWhole, pieces };
}

function pieceOf({ kind, line, from, count }: WordRange, text: readonly MarkedLine[]): VersionPiece {
  const shown = text[line]!.marked.slice(from, from + count);
  return { kind, text: shown.map((word) => word.text).join(' '), marks: encodeMarks(shown) };
}

function findRenames(
  rows: readonly ComparedRow[],
  before: readonly MarkedLine[],
  after: readonly MarkedLine[],
): SpeakerRename[] {
  const names = new Map<string, Map<string, number>>();
  for (const row of rows) {
    if (row.before === null || row.after === null) continue;
    const counts = names.get(before[row.before]!.speaker) ?? new Map<string, number>();
    const to = after[row.after]!.speaker;
    names.set(before[row.before]!.speaker, counts.set(to, (counts.get(to) ?? 0) + 1));
  }
  const [known, kept] = [before, after].map((text) => new Set(text.map(({ speaker }) => speaker)));
  return [...names].flatMap(([from, counts]) => {
    const [[to, count] = [from, 0], ...others] = counts;
    if (to === from || others.length > 0) return [];
    const isNewName = !known!.has(to) && !kept!.has(from);
    return count > 1 || isNewName ? [{ from, to, count }] : [];
  });
}
