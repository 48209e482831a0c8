import { truncateTitle } from '@/app/domain/format/truncate-title';
import { PRODUCT_NAME } from '@/app/domain/product';
import type { DegravacaoDocument } from '@/app/domain/transcript/degravacao/document';
import type { PlacedTextSpan } from '../pdf/break-lines';
import { measureWith } from '../pdf/measure-text';
import { Pen } from '../pdf/pen';
import { collectPdf } from '../pdf/print-pdf';
import { TaggedPdf } from '../pdf/tagged-pdf';
import { KINDS, layOut, type Page, type PlacedLine, SHEET } from './lay-out';

const COLORS = { ink: '#1a212b', muted: '#57606c' } as const;
const TAGS = { title: 'H1', heading: 'H2', fact: 'P', paragraph: 'P', speech: 'P', signature: 'P' } as const;

const SMALL = 8.5;
const TIME_X = SHEET.left - 54;
const NUMBERS_END = TIME_X - 8;
const HEAD_Y = SHEET.top - 36;
const FOOT_Y = SHEET.height - SHEET.bottom + 24;
const HEAD_CHARACTERS = 70;
const SIGNING_WIDTH = 240;

/** A tagged PDF (PDF/UA-1): a paragraph or heading for each block, bookmarks, page and line numbers as artifacts. */
export function writePdf(document: DegravacaoDocument): Promise<Uint8Array> {
  const pdf = new TaggedPdf({
    size: 'A4',
    autoFirstPage: false,
    lang: document.language,
    info: { Title: document.title, Creator: PRODUCT_NAME, CreationDate: document.savedAt },
  });
  return collectPdf(pdf, () => new Press(pdf, document).print());
}

class Press {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #pen: Pen;
  readonly #document: DegravacaoDocument;
  #root: PDFKit.PDFStructureElement;
  /** The structure element of the current block, which may go on over several pages. */
  #element: { block: number; of: PDFKit.PDFStructureElement } | null = null;
  #chapter: PDFKit.PDFOutline | null = null;

  constructor(pdf: PDFKit.PDFDocument, document: DegravacaoDocument) {
    this.#pdf = pdf;
    this.#pen = new Pen(pdf);
    this.#document = document;
    this.#root = pdf.struct('Document');
  }

  print(): void {
    this.#pdf.addStructure(this.#root);
    const pages = layOut(this.#document, (size) => measureWith(this.#pen, size));
    for (const [index, page] of pages.entries()) this.#printPage(page, index + 1, pages.length);
    this.#element?.of.end();
    this.#root.end();
  }

  #printPage(page: Page, number: number, of: number): void {
    this.#pen.addPage();
    const { title, words } = this.#document;
    this.#artifact(() => {
      if (number > 1) this.#small(truncateTitle(title, HEAD_CHARACTERS), SHEET.left, HEAD_Y);
      const foot = `${words.page} ${number} ${words.of} ${of}`;
      this.#small(foot, (SHEET.width - this.#pen.widthOf(foot, 'regular', SMALL)) / 2, FOOT_Y);
    });
    for (const line of page) this.#printLine(line, number);
  }

  #printLine(line: PlacedLine, page: number): void {
    const { size } = KINDS[line.kind];
    const isFirst = this.#element?.block !== line.block;
    if (line.number !== null) {
      const citation = `${page}:${line.number}`;
      const x = NUMBERS_END - this.#pen.widthOf(citation, 'regular', SMALL);
      this.#artifact(() => this.#small(citation, x, line.y + size - SMALL));
    }
    if (isFirst && line.kind === 'signature') this.#ruleAbove(line);
    if (isFirst) this.#addBookmark(line);
    const element = this.#elementOf(line);
    if (line.time !== null) {
      const { time } = line;
      this.#content(element, TAGS[line.kind], () => this.#small(time, TIME_X, line.y + size - SMALL));
    }
    for (const span of line.spans) this.#printSpan(element, line, span);
  }

  /** Text with missing glyphs is an element of its own that says the text. */
  #printSpan(element: PDFKit.PDFStructureElement, { kind, y }: PlacedLine, span: PlacedTextSpan): void {
    const { size } = KINDS[kind];
    const { text, font, color, width, struck } = span;
    const x = SHEET.left + span.x;
    const draw = () => {
      this.#pen.setFont(font, size, COLORS[color]).writeText(text, x, y);
      if (struck) this.#pen.fillRectangle(COLORS[color], x, y + size * 0.78, width, size * 0.07);
    };
    if (this.#pen.setFont(font, size, COLORS[color]).canShow(text)) {
      this.#content(element, TAGS[kind], draw);
      return;
    }
    const spoken = this.#pdf.struct('Span', { actual: `${text} ` });
    element.add(spoken);
    this.#content(spoken, 'Span', draw);
    spoken.end();
  }

  #content(element: PDFKit.PDFStructureElement, tag: string, draw: () => void): void {
    const content = this.#pdf.markStructureContent(tag);
    draw();
    this.#pdf.endMarkedContent();
    element.add(content);
  }

  #elementOf({ block, kind }: PlacedLine): PDFKit.PDFStructureElement {
    if (this.#element?.block === block) return this.#element.of;
    this.#element?.of.end();
    const { language, speechLanguage } = this.#document;
    const isForeign = kind === 'speech' && speechLanguage !== language;
    const of = this.#pdf.struct(TAGS[kind], isForeign ? { lang: speechLanguage } : {});
    this.#root.add(of);
    this.#element = { block, of };
    return of;
  }

  #addBookmark({ kind, spans, y }: PlacedLine): void {
    if (kind !== 'title' && kind !== 'heading') return;
    const text = spans.map((span) => span.text).join(' ');
    // pdfkit counts `left` from the right edge.
    const place = { top: y, left: SHEET.width, expanded: true };
    if (kind === 'title') this.#chapter = this.#pdf.outline.addItem(text, place);
    else (this.#chapter ?? this.#pdf.outline).addItem(text, place);
  }

  #ruleAbove({ y }: PlacedLine): void {
    this.#artifact(
      () => this.#pen.fillRectangle(COLORS.ink, SHEET.left, y - 4, SIGNING_WIDTH, 0.6),
      'Layout',
    );
  }

  #artifact(draw: () => void, type: 'Pagination' | 'Layout' = 'Pagination'): void {
    this.#pdf.markContent('Artifact', { type });
    draw();
    this.#pdf.endMarkedContent();
  }

  #small(text: string, x: number, y: number): void {
    this.#pen.setFont('regular', SMALL, COLORS.muted).writeText(text, x, y);
  }
}
