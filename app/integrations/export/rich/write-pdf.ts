import { isList } from '@/app/domain/document/formats';
import { absoluteUrl, type PrintableDocument } from '@/app/domain/document/printable-document';
import { itemNumbers, type Paragraph, type Run, textOf } from '@/app/domain/document/rich-text';
import { MARKER_COLORS } from '../marker-colors';
import { hasGlyphs, LATIN } from '../pdf/pen';
import { printPdf } from '../pdf/print-pdf';
import {
  breakRichLines,
  type PlacedRichTextSpan,
  type RichLine,
  type RichTextSpan,
} from './break-rich-lines';
import { type FontStyle, fontFile } from './fonts';
import { INK_COLORS, LINK_COLOR, POINTS, pointsOf, QUOTE_COLOR } from './styles';

/** A4 page and margins, in points. */
const SHEET = { width: 595.28, height: 841.89, side: 72, top: 72, bottom: 72 } as const;

const INK = '1A212B';
const LEADING = 1.45;
const GAP = 6;
const GAP_BEFORE_HEADING = 12;
const LIST_STEP = 18;
const QUOTE_INDENT = 16;
const FOOT_SIZE = 9.5;

/** Creates the PDF of a document, with its headings as an outline. */
export const writePdf = (document: PrintableDocument): Promise<Uint8Array> =>
  printPdf(document, (pdf) => new DocumentLayout(pdf, document).print());

/** Share of a line's free width that is before its text. */
const FREE_BEFORE: Record<string, number> = { center: 1 / 2, right: 1 };

const isHeading = ({ kind }: Paragraph) => /^h\d$/.test(kind);

function indentOf({ kind, indent = 0 }: Paragraph): number {
  if (isList(kind)) return LIST_STEP * (indent + 1);
  return kind === 'quote' ? QUOTE_INDENT : 0;
}

class DocumentLayout {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #document: PrintableDocument;
  /** Cache of word widths at font size 1, by font file. */
  readonly #widths = new Map<string, Map<string, number>>();
  #y = 0;
  #page = 0;
  #color = '';

  constructor(pdf: PDFKit.PDFDocument, document: PrintableDocument) {
    this.#pdf = pdf;
    this.#document = document;
  }

  print(): void {
    const { text } = this.#document;
    const numbers = itemNumbers(text);
    this.#turnPage();
    for (const [index, paragraph] of text.entries()) this.#setParagraph(paragraph, numbers.get(index));
  }

  #turnPage(): void {
    this.#page += 1;
    this.#pdf.addPage({ size: 'A4', margin: 0 });
    this.#color = '';
    this.#y = SHEET.top;
    const foot = String(this.#page);
    this.#take({ family: 'noto', bold: false, italic: false }, FOOT_SIZE, QUOTE_COLOR);
    const x = (SHEET.width - this.#pdf.widthOfString(foot)) / 2;
    this.#pdf.text(foot, x, SHEET.height - SHEET.bottom + 24, { lineBreak: false });
  }

  #setParagraph(paragraph: Paragraph, number: number | undefined): void {
    const { kind, align } = paragraph;
    const left = indentOf(paragraph);
    const width = SHEET.width - 2 * SHEET.side - left;
    const lines = breakRichLines(this.#piecesOf(paragraph), {
      width,
      isJustified: align === 'justify',
      measure: (text, piece) => this.#widthOf(text, piece),
    });
    if (isHeading(paragraph) && this.#y > SHEET.top) this.#y += GAP_BEFORE_HEADING;
    lines.forEach((line, at) => {
      const size = line.size || POINTS[kind];
      const height = size * LEADING;
      // Keep with next: a heading needs room for two more lines on its page.
      this.#makeRoom(isHeading(paragraph) && at === 0 ? height + 2 * POINTS.paragraph * LEADING : height);
      const baseline = this.#y + size * 1.1;
      if (at === 0) this.#beginParagraph(paragraph, number, left, baseline);
      if (kind === 'quote') this.#fill(LINK_COLOR, SHEET.side, this.#y, 2, height);
      const shift = (width - line.width) * (FREE_BEFORE[align ?? ''] ?? 0);
      this.#setLine(line, SHEET.side + left + shift, baseline);
      this.#y += height;
    });
    this.#y += GAP;
  }

  #makeRoom(height: number): void {
    if (this.#y + height > SHEET.height - SHEET.bottom && this.#y > SHEET.top) this.#turnPage();
  }

  /** Adds a heading to the outline, and the mark of a list item. */
  #beginParagraph(paragraph: Paragraph, number: number | undefined, left: number, baseline: number): void {
    const title = isHeading(paragraph) ? textOf(paragraph).trim() : '';
    if (title !== '') this.#pdf.outline.addItem(title);
    if (isList(paragraph.kind)) this.#setMark(number === undefined ? '•' : `${number}.`, left, baseline);
  }

  #setMark(mark: string, left: number, baseline: number): void {
    this.#take({ family: 'noto', bold: false, italic: false }, POINTS.paragraph, INK);
    const x = SHEET.side + left - 5 - this.#pdf.widthOfString(mark);
    this.#pdf.text(mark, x, baseline, { lineBreak: false, baseline: 'alphabetic' });
  }

  #setLine({ spans }: RichLine, x: number, baseline: number): void {
    for (const piece of spans) this.#setPiece(piece, x + piece.x, baseline);
  }

  #setPiece(piece: PlacedRichTextSpan, x: number, baseline: number): void {
    const { text, cut, size, color, marker, underline, strike, link, width } = piece;
    if (marker) this.#fill(MARKER_COLORS[marker], x - 1, baseline - size, width + 2, size * 1.3);
    this.#take(cut, size, color);
    // Text with missing glyphs is tagged with its actual text, for search, copying and screen readers.
    const isShown = cut.family !== 'noto' || LATIN.test(text) || hasGlyphs(this.#pdf, text);
    if (!isShown) this.#pdf.markContent('Span', { actual: text });
    // The trailing space keeps copied words separate.
    this.#pdf.text(`${text} `, x, baseline, { lineBreak: false, baseline: 'alphabetic' });
    if (!isShown) this.#pdf.endMarkedContent();
    if (underline) this.#fill(color, x, baseline + size * 0.1, width, size * 0.06);
    if (strike) this.#fill(color, x, baseline - size * 0.28, width, size * 0.07);
    if (link) this.#pdf.link(x, baseline - size, width, size * 1.3, link);
  }

  #piecesOf({ kind, runs }: Paragraph): RichTextSpan[] {
    return runs.flatMap((run) => {
      const { family, size, ink, marker, link, underline, strike } = run;
      const color = ink ? INK_COLORS[ink] : link ? LINK_COLOR : kind === 'quote' ? QUOTE_COLOR : INK;
      const cut: FontStyle = {
        family: family ?? 'noto',
        bold: Boolean(run.bold) || /^h\d$/.test(kind),
        italic: Boolean(run.italic),
      };
      const style = {
        cut,
        size: pointsOf(kind, size),
        color,
        marker,
        underline: Boolean(underline || link),
        strike: Boolean(strike),
        link: link && absoluteUrl(link, this.#document.baseUrl),
      };
      return this.#inFontsThatHave(run, cut).map((piece) => ({ ...style, ...piece }));
    });
  }

  /** Font fallback: words with glyphs that the family lacks use Noto Sans. */
  #inFontsThatHave({ text }: Run, cut: FontStyle): { text: string; cut: FontStyle }[] {
    if (cut.family === 'noto') return [{ text, cut }];
    this.#pdf.font(fontFile(cut));
    if (hasGlyphs(this.#pdf, text)) return [{ text, cut }];
    return (text.match(/\s+|\S+/g) ?? []).map((word) => ({
      text: word,
      cut: hasGlyphs(this.#pdf, word) ? cut : { ...cut, family: 'noto' as const },
    }));
  }

  #take(cut: FontStyle, size: number, color: string): void {
    this.#pdf.font(fontFile(cut), size);
    if (color !== this.#color) this.#pdf.fillColor(`#${color}`);
    this.#color = color;
  }

  #fill(color: string, x: number, y: number, width: number, height: number): void {
    this.#pdf.save().rect(x, y, width, height).fill(`#${color}`).restore();
  }

  /** Measures a word once per font, at size 1, with the space that follows it, as pdfkit caches that. */
  #widthOf(text: string, { cut, size }: RichTextSpan): number {
    const file = fontFile(cut);
    const known = this.#widths.get(file) ?? new Map([[' ', this.#measure(' ', file)]]);
    this.#widths.set(file, known);
    let width = known.get(text);
    if (width === undefined) {
      width = this.#measure(`${text} `, file) - known.get(' ')!;
      known.set(text, width);
    }
    return width * size;
  }

  #measure(text: string, file: string): number {
    return this.#pdf.font(file, 1000).widthOfString(text) / 1000;
  }
}
