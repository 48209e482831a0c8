import { createRequire } from 'node:module';
import type { TextSpan } from './break-lines';

const packages = createRequire(import.meta.url);

/** Noto Sans has Latin, Greek and Cyrillic letters; only the glyphs that a document uses are embedded. */
const FONT_FILES = {
  regular: packages.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
  bold: packages.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'),
} as const;

/** Fast path: nearly all text is Latin, and the fonts have every Latin glyph. */
export const LATIN = /^[ -~\u00a0-\u017f]*$/;

/** pdfkit's internal current font, which its types do not declare. */
interface CurrentFont {
  _font: { font: { hasGlyphForCodePoint(codePoint: number): boolean } };
}

/** Draws text and rectangles on the pages of a PDF; colours are RGB in hex with a leading '#'. */
export class Pen {
  readonly #pdf: PDFKit.PDFDocument;
  #color = '';

  constructor(pdf: PDFKit.PDFDocument) {
    this.#pdf = pdf;
    for (const [name, file] of Object.entries(FONT_FILES)) pdf.registerFont(name, file);
  }

  addPage(): void {
    this.#pdf.addPage();
    this.#color = '';
  }

  setFont(font: TextSpan['font'], size: number, color: string): this {
    this.#pdf.font(font, size);
    if (color !== this.#color) this.#pdf.fillColor(color);
    this.#color = color;
    return this;
  }

  widthOf(text: string, font: TextSpan['font'], size: number): number {
    return this.#pdf.font(font, size).widthOfString(text);
  }

  fillRectangle(color: string, x: number, y: number, width: number, height: number): void {
    this.#pdf.save().rect(x, y, width, height).fill(color).restore();
  }

  /** Whether the current font has a glyph for every character. */
  canShow(text: string): boolean {
    return LATIN.test(text) || hasGlyphs(this.#pdf, text);
  }

  /**
   * Writes text on one line, followed by a space so that copied words stay separate. Text with missing glyphs
   * is tagged with its actual text, for search, copying and screen readers.
   */
  writeText(text: string, x: number, y: number): void {
    const isShown = this.canShow(text);
    if (!isShown) this.#pdf.markContent('Span', { actual: text });
    this.#pdf.text(`${text} `, x, y, { lineBreak: false });
    if (!isShown) this.#pdf.endMarkedContent();
  }
}

export function hasGlyphs(pdf: PDFKit.PDFDocument, text: string): boolean {
  const { font } = (pdf as unknown as CurrentFont)._font;
  return Array.from(text).every(
    (character) => font.hasGlyphForCodePoint(character.codePointAt(0)!) && !/\p{Cf}/u.test(character),
  );
}
