import {
  AlignmentType,
  Document,
  Paragraph as DocxParagraph,
  ExternalHyperlink,
  Footer,
  HeadingLevel,
  LevelFormat,
  Packer,
  PageNumber,
  type ParagraphChild,
  ShadingType,
  TextRun,
} from 'docx';
import { type Alignment, type Kind, MAX_INDENT } from '@/app/domain/document/formats';
import { absoluteUrl, type PrintableDocument } from '@/app/domain/document/printable-document';
import { groupByLink, itemNumbers, type Paragraph, type Run } from '@/app/domain/document/rich-text';
import { PRODUCT_NAME } from '@/app/domain/product';
import { MARKER_COLORS } from '../marker-colors';
import { FAMILY_NAMES, INK_COLORS, LINK_COLOR, POINTS, pointsOf, QUOTE_COLOR } from './styles';

/** Available in every word processor, or replaced by a metric-compatible font. */
const FONT = 'Arial';

const HEADINGS: Partial<Record<Kind, (typeof HeadingLevel)[keyof typeof HeadingLevel]>> = {
  h1: HeadingLevel.HEADING_1,
  h2: HeadingLevel.HEADING_2,
  h3: HeadingLevel.HEADING_3,
};

const ALIGNMENTS: Record<Alignment, (typeof AlignmentType)[keyof typeof AlignmentType]> = {
  center: AlignmentType.CENTER,
  right: AlignmentType.RIGHT,
  justify: AlignmentType.JUSTIFIED,
};

const BULLETS = ['•', '◦', '▪'];
/** Indent per list level, in twentieths of a point. */
const LIST_STEP = 360;

/** Headings, lists and links are native, so that they can be edited in Word. */
export async function writeDocx({ title, language, text, baseUrl }: PrintableDocument): Promise<Uint8Array> {
  const numbers = itemNumbers(text);
  let list = 0;
  const children = text.map((paragraph, index) => {
    // Numbering restarts with each list.
    if (numbers.get(index) === 1) list += 1;
    return paragraphOf(paragraph, list, baseUrl);
  });
  const file = new Document({
    title,
    creator: PRODUCT_NAME,
    styles: stylesIn(language),
    numbering: { config: [BULLETED, NUMBERED] },
    sections: [{ properties: {}, footers: { default: new Footer({ children: [pageNumber()] }) }, children }],
  });
  return Packer.toBuffer(file);
}

const levels = (format: typeof LevelFormat.BULLET | typeof LevelFormat.DECIMAL) =>
  Array.from({ length: MAX_INDENT + 1 }, (_, level) => ({
    level,
    format,
    text: format === LevelFormat.BULLET ? BULLETS[level % BULLETS.length]! : `%${level + 1}.`,
    alignment: AlignmentType.LEFT,
    style: { paragraph: { indent: { left: LIST_STEP * (level + 2), hanging: LIST_STEP } } },
  }));

const BULLETED = { reference: 'bulleted', levels: levels(LevelFormat.BULLET) };
const NUMBERED = { reference: 'numbered', levels: levels(LevelFormat.DECIMAL) };

const heading = (kind: 'h1' | 'h2' | 'h3') => ({
  run: { font: FONT, size: POINTS[kind] * 2, bold: true, color: '000000' },
  paragraph: { keepNext: true, spacing: { before: 280, after: 100 } },
});

const stylesIn = (language: string) => ({
  default: {
    document: {
      run: { font: FONT, size: POINTS.paragraph * 2, language: { value: language } },
      paragraph: { spacing: { line: 300, after: 120 } },
    },
    heading1: heading('h1'),
    heading2: heading('h2'),
    heading3: heading('h3'),
  },
  paragraphStyles: [
    {
      id: 'Quote',
      name: 'Quote',
      run: { color: QUOTE_COLOR },
      paragraph: { indent: { left: 560 } },
    },
  ],
});

const pageNumber = () =>
  new DocxParagraph({
    alignment: AlignmentType.CENTER,
    children: [new TextRun({ children: [PageNumber.CURRENT], size: 19, color: QUOTE_COLOR })],
  });

/** @param list index of the numbered list that an item belongs to */
function paragraphOf(
  { kind, align, indent = 0, runs }: Paragraph,
  list: number,
  baseUrl: string,
): DocxParagraph {
  const numbering =
    kind === 'bullet'
      ? { reference: BULLETED.reference, level: indent }
      : { reference: NUMBERED.reference, level: indent, instance: list };
  return new DocxParagraph({
    ...(HEADINGS[kind] && { heading: HEADINGS[kind] }),
    ...(kind === 'quote' && { style: 'Quote' }),
    ...((kind === 'bullet' || kind === 'ordered') && { numbering }),
    ...(align && { alignment: ALIGNMENTS[align] }),
    children: groupByLink(runs).flatMap(({ link, runs: linked }): ParagraphChild[] => {
      const pieces = linked.map(textRun);
      if (link === undefined) return pieces;
      return [new ExternalHyperlink({ children: pieces, link: absoluteUrl(link, baseUrl) })];
    }),
  });
}

function textRun({ text, bold, italic, underline, strike, family, size, ink, marker, link }: Run): TextRun {
  const color = ink ? INK_COLORS[ink] : link === undefined ? undefined : LINK_COLOR;
  return new TextRun({
    text: printableLetters(text),
    ...(bold && { bold }),
    ...(italic && { italics: italic }),
    ...((underline || link !== undefined) && { underline: {} }),
    ...(strike && { strike }),
    ...(family && { font: FAMILY_NAMES[family] }),
    ...(size && { size: Math.round(pointsOf('paragraph', size) * 2) }),
    ...(color && { color }),
    ...(marker && { shading: { type: ShadingType.CLEAR, fill: MARKER_COLORS[marker] } }),
  });
}

/** Removes control characters and noncharacters, and replaces lone surrogates, which XML does not allow. */
const printableLetters = (text: string) => text.toWellFormed().replace(/[\p{Cc}\uFFFE\uFFFF]/gu, '');
