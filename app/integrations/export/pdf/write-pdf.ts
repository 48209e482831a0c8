import { truncateTitle } from '@/app/domain/format/truncate-title';
import type { PrintableTranscript } from '@/app/domain/transcript/export/printable-transcript';
import type { HighlightColor } from '@/app/domain/transcript/transcript';
import { MARKER_COLORS } from '../marker-colors';
import type { PlacedTextSpan } from './break-lines';
import { layOutPages, type Page, type PlacedLine, SHEET, SIZES } from './lay-out-pages';
import { measureWith } from './measure-text';
import { Pen } from './pen';
import { printPdf } from './print-pdf';

const COLORS = { ink: '#1a212b', muted: '#57606c' } as const;

const NUMBER_GAP = 14;
const FOOT_Y = SHEET.height - SHEET.bottom + 24;
const HEAD_Y = SHEET.top - 36;
const HEAD_CHARACTERS = 70;

export const writePdf = (document: PrintableTranscript): Promise<Uint8Array> =>
  printPdf(document, (pdf) => {
    const pen = new Pen(pdf);
    const pages = layOutPages(document, (size) => measureWith(pen, size));
    for (const [index, page] of pages.entries()) {
      drawPage(pen, document, page, { number: index + 1, of: pages.length });
    }
  });

function drawPage(
  pen: Pen,
  { title, words, isNumbered }: PrintableTranscript,
  page: Page,
  place: { number: number; of: number },
): void {
  pen.addPage();
  for (const line of page) drawLine(pen, line);
  const foot = isNumbered ? `${words.page} ${place.number} ${words.of} ${place.of}` : String(place.number);
  const width = pen.widthOf(foot, 'regular', SIZES.fact);
  pen.setFont('regular', SIZES.fact, COLORS.muted).writeText(foot, (SHEET.width - width) / 2, FOOT_Y);
  if (isNumbered && place.number > 1)
    pen.writeText(truncateTitle(title, HEAD_CHARACTERS), SHEET.side, HEAD_Y);
}

function drawLine(pen: Pen, { kind, y, spans, number }: PlacedLine): void {
  const size = SIZES[kind];
  if (number !== null) {
    const text = String(number);
    const x = SHEET.side - NUMBER_GAP - pen.widthOf(text, 'regular', size);
    pen.setFont('regular', size, COLORS.muted).writeText(text, x, y);
  }
  for (const piece of spans) drawPiece(pen, piece, { x: SHEET.side + piece.x, y, size });
}

function drawPiece(
  pen: Pen,
  { text, font, color, width, highlight, struck, space }: PlacedTextSpan,
  { x, y, size }: { x: number; y: number; size: number },
): void {
  const mark = (marker: HighlightColor, from: number, length: number) =>
    pen.fillRectangle(`#${MARKER_COLORS[marker]}`, from, y + size * 0.12, length, size * 1.25);
  const strike = (from: number, length: number) =>
    pen.fillRectangle(COLORS[color], from, y + size * 0.78, length, size * 0.07);
  const spaceX = space ? SHEET.side + space.x : x;
  if (space?.highlight) mark(space.highlight, spaceX, space.width);
  if (highlight) mark(highlight, x - 1, width + 2);
  pen.setFont(font, size, COLORS[color]).writeText(text, x, y);
  if (space?.struck) strike(spaceX, space.width);
  if (struck) strike(x, width);
}
