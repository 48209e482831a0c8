import type {
  BlockKind,
  DegravacaoBlock,
  DegravacaoDocument,
} from '@/app/domain/transcript/degravacao/document';
import { breakLines, type Line, type Measure, type TextSpan } from '../pdf/break-lines';

/**
 * A4 page in points. The left margin holds the number of a line and the time of an utterance. Both formats use
 * these measures, so that page and line of a citation are the same in both.
 */
export const SHEET = { width: 595.28, height: 841.89, left: 124, right: 56, top: 72, bottom: 72 } as const;

const COLUMN_WIDTH = SHEET.width - SHEET.left - SHEET.right;

/** Font size, height of a line, and gap above a block, in points. */
export const KINDS: Record<BlockKind, { size: number; height: number; gap: number }> = {
  title: { size: 18, height: 28, gap: 0 },
  heading: { size: 12.5, height: 21, gap: 14 },
  fact: { size: 10, height: 17, gap: 0 },
  paragraph: { size: 11, height: 18, gap: 6 },
  speech: { size: 11, height: 21, gap: 0 },
  signature: { size: 10, height: 16, gap: 44 },
};

/** Left free at the foot of a page: a word processor's lines may be a little higher. */
const SLACK = 12;

/** A line placed on its page. */
export interface PlacedLine {
  /** Index of its block in the document; a block may go on over several lines and pages. */
  block: number;
  kind: BlockKind;
  /** Points from the top of the page to that of the line. */
  y: number;
  spans: Line;
  /** Line number of the page, from 1; null where lines are not counted. */
  number: number | null;
  /** In the margin of the first line of an utterance. */
  time: string | null;
}

export type Page = PlacedLine[];

/** Lays a document out in lines and pages, once for both formats. @param measureAt measures text of a size */
export function layOut(
  { blocks }: DegravacaoDocument,
  measureAt: (size: number) => Measure,
): [Page, ...Page[]] {
  const paper = new Paper();
  for (const [block, content] of blocks.entries()) {
    const { kind } = content;
    const lines = breakLines(spansOf(content), COLUMN_WIDTH, measureAt(KINDS[kind].size));
    if (kind === 'heading' && content.startsPage) paper.startPage();
    paper.beginBlock(kind, lines.length);
    for (const [index, spans] of lines.entries()) {
      const time = kind === 'speech' && index === 0 ? content.time : null;
      paper.addLine({ block, kind, spans, time });
    }
  }
  return paper.pages;
}

/** Pages that are filled from top to bottom. */
class Paper {
  readonly pages: [Page, ...Page[]] = [[]];
  #page: Page = this.pages[0];
  #y: number = SHEET.top;
  #counted = 0;

  /** Does nothing on an empty page. */
  startPage(): void {
    if (this.#page.length === 0) return;
    this.#page = [];
    this.pages.push(this.#page);
    this.#y = SHEET.top;
    this.#counted = 0;
  }

  /** A heading takes two lines of what it heads along, and a block begins with two of its lines. */
  beginBlock(kind: BlockKind, lines: number): void {
    const { height, gap } = KINDS[kind];
    const rest = kind === 'heading' ? 2 * KINDS.speech.height : 0;
    if (!this.#hasRoom(gap + Math.min(2, lines) * height + rest)) this.startPage();
    if (this.#page.length > 0) this.#y += gap;
  }

  addLine(line: Omit<PlacedLine, 'y' | 'number'>): void {
    const { height } = KINDS[line.kind];
    if (!this.#hasRoom(height)) this.startPage();
    const number = line.kind === 'speech' ? ++this.#counted : null;
    this.#page.push({ ...line, y: this.#y, number });
    this.#y += height;
  }

  #hasRoom = (height: number) => this.#y + height <= SHEET.height - SHEET.bottom - SLACK;
}

function spansOf(block: DegravacaoBlock): TextSpan[] {
  const ink = { font: 'regular', color: 'ink' } as const;
  switch (block.kind) {
    case 'title':
    case 'heading':
      return [{ ...ink, font: 'bold', text: block.text }];
    case 'fact':
      return [
        { ...ink, color: 'muted', text: `${block.label}:` },
        { ...ink, text: block.value },
      ];
    case 'speech': {
      const said = block.runs.map((run) => ({ ...ink, ...run }));
      return block.speaker === '' ? said : [{ ...ink, font: 'bold', text: `${block.speaker}:` }, ...said];
    }
    default:
      return [{ ...ink, text: block.text }];
  }
}
