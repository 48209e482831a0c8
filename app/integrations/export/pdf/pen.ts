import { createRequire } from 'node:module';
import type { Piece } from './break-lines';

const packages = createRequire(import.meta.url);

/** Noto Sans has Latin, Greek and Cyrillic letters; only the glyphs that a document uses go into it. */
const FONT_FILES = {
  regular: packages.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
  bold: packages.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'),
} as const;

/** Nearly all text is Latin, which is in the fonts for certain. */
export const LATIN = /^[ -~\u00a0-\u017f]*$/;

/** The font behind the current one, of which pdfkit's types say nothing. */
interface CurrentFont {
  _font: { font: { hasGlyphForCodePoint(codePoint: number): boolean } };
}

/** Writes and fills on the pages of a PDF; colours are RGB in hex with their '#'. */
export class Pen {
  readonly #pdf: PDFKit.PDFDocument;
  #color = '';

  constructor(pdf: PDFKit.PDFDocument) {
    this.#pdf = pdf;
    for (const [name, file] of Object.entries(FONT_FILES)) pdf.registerFont(name, file);
  }

  turnPage(): void {
    this.#pdf.addPage();
    this.#color = '';
  }

  /** Chooses what to write with. */
  take(font: Piece['font'], size: number, color: string): this {
    this.#pdf.font(font, size);
    if (color !== this.#color) this.#pdf.fillColor(color);
    this.#color = color;
    return this;
  }

  widthOf(text: string, font: Piece['font'], size: number): number {
    return this.#pdf.font(font, size).widthOfString(text);
  }

  /** Fills a rectangle, and goes on in the colour from before. */
  fill(color: string, x: number, y: number, width: number, height: number): void {
    this.#pdf.save().rect(x, y, width, height).fill(color).restore();
  }

  /**
   * Writes on one line, with a space after it for whoever copies the text. What the font cannot show is still
   * there for search, copying and screen readers.
   */
  write(text: string, x: number, y: number): void {
    const isShown = this.#hasGlyphs(text);
    if (!isShown) this.#pdf.markContent('Span', { actual: text });
    this.#pdf.text(`${text} `, x, y, { lineBreak: false });
    if (!isShown) this.#pdf.endMarkedContent();
  }

  #hasGlyphs(text: string): boolean {
    return LATIN.test(text) || hasGlyphs(this.#pdf, text);
  }
}

/** Whether the current font shows every character of a text. */
export function hasGlyphs(pdf: PDFKit.PDFDocument, text: string): boolean {
  const { font } = (pdf as unknown as CurrentFont)._font;
  return Array.from(text).every(
    (character) => font.hasGlyphForCodePoint(character.codePointAt(0)!) && !/\p{Cf}/u.test(character),
  );
}
