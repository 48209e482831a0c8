import { append } from '../append';

/** A row of a comparison, as far as it matters for counting. */
interface CountedRow {
  /** Whether the row as a whole changed: added, removed, split, another speaker. */
  isChanged: boolean;
  /** Whether it stands in one text alone. */
  isWhole: boolean;
  pieces: readonly { kind: string }[];
}

/** A row with the numbers of the changes that begin in it, from 1; null where none begins. */
export interface Numbered<Row> {
  /** Among all rows. */
  index: number;
  row: Row;
  /** The change of the row as a whole. */
  lead: number | null;
  /** For each piece, by its index. */
  numbers: { at: number; number: number | null }[];
}

/** Neighbouring pieces are one change, and so are rows that were added or removed together. */
export function numberChanges<Row extends CountedRow>(
  rows: readonly Row[],
): {
  rows: Numbered<Row>[];
  count: number;
} {
  let count = 0;
  let isOpen = false;
  const begin = () => {
    const number = isOpen ? null : ++count;
    isOpen = true;
    return number;
  };
  const numbered = rows.map((row, index) => {
    isOpen &&= row.isWhole;
    const lead = row.isChanged ? begin() : null;
    const numbers = row.pieces.map(({ kind }, at) => {
      if (kind !== 'same') return { at, number: begin() };
      isOpen = false;
      return { at, number: null };
    });
    return { index, row, lead, numbers };
  });
  return { rows: numbered, count };
}

const isUnchanged = ({ row }: Numbered<CountedRow>) =>
  !row.isChanged && row.pieces.every(({ kind }) => kind === 'same');

/** Changes on a page. */
export const CHANGES_PER_PAGE = 500;

/** A part of a comparison that fits a page, cut between rows. */
export interface ChangesPage<Row> {
  page: number;
  pages: number;
  /** Numbers of its first and last change; 1 and 0 without any. */
  first: number;
  last: number;
  /** Changes in all pages. */
  count: number;
  parts: ChangesPart<Row>[];
}

/** Rows to show, or rows without changes to fold. */
export interface ChangesPart<Row> {
  isFolded: boolean;
  rows: Numbered<Row>[];
}

/** @param asked a number from 1; another shows the first or last page */
export function pageOfChanges<Row extends CountedRow>(
  numbered: { rows: Numbered<Row>[]; count: number },
  asked: number,
): ChangesPage<Row> {
  const pages: { first: number; last: number; rows: Numbered<Row>[] }[] = [{ first: 1, last: 0, rows: [] }];
  for (const row of numbered.rows) {
    let current = pages.at(-1)!;
    const begun = [row.lead, ...row.numbers.map(({ number }) => number)].filter((number) => number !== null);
    if (current.last - current.first + 1 >= CHANGES_PER_PAGE && begun.length > 0) {
      current = { first: begun[0]!, last: begun[0]! - 1, rows: [] };
      pages.push(current);
    }
    current.last += begun.length;
    current.rows.push(row);
  }
  const page = Math.min(Math.max(1, Math.trunc(asked) || 1), pages.length);
  const { rows, ...shown } = pages[page - 1]!;
  return { ...shown, page, pages: pages.length, count: numbered.count, parts: foldUnchanged(rows) };
}

/** Unchanged rows that are shown beside a change. */
const CONTEXT = 1;
/** Fewer are not folded. */
const LEAST_FOLDED = 2;

function foldUnchanged<Row extends CountedRow>(rows: readonly Numbered<Row>[]): ChangesPart<Row>[] {
  const parts: ChangesPart<Row>[] = [];
  for (let from = 0; from < rows.length; ) {
    const isFolded = isUnchanged(rows[from]!);
    let to = from + 1;
    while (to < rows.length && isUnchanged(rows[to]!) === isFolded) to += 1;
    const run = rows.slice(from, to);
    for (const part of isFolded ? foldRun(run, from > 0, to < rows.length) : [{ isFolded, rows: run }]) {
      const last = parts.at(-1);
      if (last && !last.isFolded && !part.isFolded) append(last.rows, part.rows);
      else parts.push(part);
    }
    from = to;
  }
  return parts;
}

/** @param isAfter whether a change stands before the run @param isBefore whether one follows it */
function foldRun<Row>(rows: Numbered<Row>[], isAfter: boolean, isBefore: boolean): ChangesPart<Row>[] {
  const from = isAfter ? CONTEXT : 0;
  const to = rows.length - (isBefore ? CONTEXT : 0);
  if (to - from < LEAST_FOLDED) return [{ isFolded: false, rows }];
  const parts = [
    { isFolded: false, rows: rows.slice(0, from) },
    { isFolded: true, rows: rows.slice(from, to) },
    { isFolded: false, rows: rows.slice(to) },
  ];
  return parts.filter((part) => part.rows.length > 0);
}
