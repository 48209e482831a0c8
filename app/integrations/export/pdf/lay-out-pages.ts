import type {
  PrintableTranscript,
  PrintableUtterance,
} from '@/app/domain/transcript/export/printable-transcript';
import { breakLines, type Line, type Measure, type TextSpan } from './break-lines';

/** A4 page and margins, in points; a line of text has about 85 characters at most. */
export const SHEET = { width: 595.28, height: 841.89, side: 72, top: 72, bottom: 72 } as const;

const COLUMN_WIDTH = SHEET.width - 2 * SHEET.side;

export const SIZES = { title: 18, fact: 9.5, body: 10.5 } as const;

const LINE_HEIGHTS = { title: 25, fact: 15, body: 16 } as const;
const GAPS = { afterTitle: 6, afterHead: 18, betweenPassages: 9 } as const;

/** A line placed on its page; `y` in points from the top. */
export interface PlacedLine {
  kind: keyof typeof SIZES;
  y: number;
  spans: Line;
  /** Line number, restarting at 1 on each page; null where lines are not numbered. */
  number: number | null;
}

export type Page = PlacedLine[];

/** A heading never ends a page, and the first line of an utterance never stands alone there. */
export function layOutPages(
  document: PrintableTranscript,
  measureAt: (size: number) => Measure,
): [Page, ...Page[]] {
  const pages: [Page, ...Page[]] = [[]];
  let page: Page = pages[0];
  let y: number = SHEET.top;
  let number = 0;

  const remainingHeight = () => SHEET.height - SHEET.bottom - y;

  const startPage = () => {
    page = [];
    pages.push(page);
    y = SHEET.top;
    number = 0;
  };

  /** @param keep how many of the first lines must stay on the same page */
  const add = (kind: keyof typeof SIZES, pieces: readonly TextSpan[], keep = 1) => {
    const lines = breakLines(pieces, COLUMN_WIDTH, measureAt(SIZES[kind]));
    const height = LINE_HEIGHTS[kind];
    lines.forEach((line, index) => {
      const together = index === 0 ? Math.min(keep, lines.length) : 1;
      if (remainingHeight() < together * height && page.length > 0) startPage();
      const isCounted = document.isNumbered && kind === 'body';
      page.push({ kind, y, spans: line, number: isCounted ? ++number : null });
      y += height;
    });
  };

  add('title', [{ text: document.title, font: 'bold', color: 'ink' }]);
  y += GAPS.afterTitle;
  for (const { label, value } of document.facts) {
    add('fact', [
      { text: `${label}:`, font: 'regular', color: 'muted' },
      { text: value, font: 'regular', color: 'ink' },
    ]);
  }
  y += GAPS.afterHead;
  for (const passage of document.passages) {
    const heading = headingOf(passage, document.isNumbered);
    const text = textOf(passage, document.isNumbered);
    const head = heading.length > 0 ? 1 : 0;
    if (remainingHeight() < (head + 2) * LINE_HEIGHTS.body && page.length > 0) startPage();
    if (head) add('body', heading);
    add('body', text, 2);
    y += GAPS.betweenPassages;
  }
  if (document.foot !== null) add('fact', [{ text: document.foot, font: 'regular', color: 'muted' }]);
  return pages;
}

/** Speaker and time; where lines are numbered, the time is part of the text instead. */
function headingOf({ speaker, time }: PrintableUtterance, isNumbered: boolean): TextSpan[] {
  const heading: TextSpan[] = [];
  if (speaker !== null) heading.push({ text: speaker, font: 'bold', color: 'ink' });
  if (time !== null && !isNumbered) heading.push({ text: time, font: 'regular', color: 'muted' });
  return heading;
}

function textOf({ time, runs }: PrintableUtterance, isNumbered: boolean): TextSpan[] {
  const words = runs.map((run): TextSpan => ({ ...run, font: 'regular', color: 'ink' }));
  if (time === null || !isNumbered) return words;
  return [{ text: `[${time}]`, font: 'regular', color: 'muted' }, ...words];
}
