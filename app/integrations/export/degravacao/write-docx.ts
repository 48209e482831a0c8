import {
  AlignmentType,
  Document,
  Footer,
  Header,
  HeadingLevel,
  type IParagraphOptions,
  LineNumberRestartFormat,
  LineRuleType,
  Packer,
  PageBreak,
  PageNumber,
  Paragraph,
  type ParagraphChild,
  Tab,
  TextRun,
} from 'docx';
import { truncateTitle } from '@/app/domain/format/truncate-title';
import { PRODUCT_NAME } from '@/app/domain/product';
import type { BlockKind, DegravacaoDocument } from '@/app/domain/transcript/degravacao/document';
import { KINDS, type PlacedLine, SHEET } from './lay-out';
import { layOutOffPaper } from './off-paper';

const MUTED = '57606C';

/** Narrower than the font that the lines are measured in, so that no line of ours takes two. */
const FONT = 'Arial';

const HEAD_CHARACTERS = 70;

/** Of the time in the left margin, in points. */
const TIME_WIDTH = 54;

const twips = (points: number) => Math.round(20 * points);
const halfPoints = (points: number) => Math.round(2 * points);

/** With the same lines and pages as the PDF, so that a citation by page and line holds in both. */
export async function writeDocx(document: DegravacaoDocument): Promise<Uint8Array> {
  const { title, language, speechLanguage, words } = document;
  const place = [`${words.page} `, PageNumber.CURRENT, ` ${words.of} `, PageNumber.TOTAL_PAGES];
  const file = new Document({
    title,
    description: title,
    creator: PRODUCT_NAME,
    lastModifiedBy: PRODUCT_NAME,
    styles: stylesIn(language, speechLanguage),
    sections: [
      {
        properties: {
          titlePage: true,
          page: {
            size: { width: twips(SHEET.width), height: twips(SHEET.height) },
            margin: {
              top: twips(SHEET.top),
              // Lines are as high as in the PDF; the rest of its foot is for what a word processor adds.
              bottom: twips(SHEET.bottom - 24),
              left: twips(SHEET.left),
              right: twips(SHEET.right),
              footer: twips(28),
            },
          },
          lineNumbers: {
            countBy: 1,
            distance: twips(TIME_WIDTH + 8),
            restart: LineNumberRestartFormat.NEW_PAGE,
          },
        },
        headers: { default: new Header({ children: [marginal([truncateTitle(title, HEAD_CHARACTERS)])] }) },
        footers: {
          default: new Footer({ children: [marginal(place, AlignmentType.CENTER)] }),
          first: new Footer({ children: [marginal(place, AlignmentType.CENTER)] }),
        },
        children: paragraphsOf(document),
      },
    ],
  });
  return Packer.toBuffer(file);
}

type PageField = (typeof PageNumber)[keyof typeof PageNumber];

const marginal = (children: (string | PageField)[], alignment?: typeof AlignmentType.CENTER) =>
  new Paragraph({
    style: 'Marginal',
    suppressLineNumbers: true,
    ...(alignment && { alignment }),
    children: [new TextRun({ children })],
  });

/** A paragraph for each block, with a break after each line but its last. */
function paragraphsOf(document: DegravacaoDocument): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  const lines = layOutOffPaper(document).flatMap((page, index) =>
    page.map((line) => ({ line, page: index })),
  );
  for (let start = 0; start < lines.length; ) {
    const first = lines[start]!;
    let end = start + 1;
    while (lines[end]?.line.block === first.line.block) end += 1;
    const children = lines.slice(start, end).flatMap(({ line, page }, index): ParagraphChild[] => {
      if (index === 0) return runsOf(line);
      const isNewPage = lines[start + index - 1]!.page !== page;
      return [isNewPage ? new PageBreak() : new TextRun({ break: 1 }), ...runsOf(line)];
    });
    const startsPage = start > 0 && lines[start - 1]!.page !== first.page;
    paragraphs.push(new Paragraph({ ...styleOf(first.line.kind), pageBreakBefore: startsPage, children }));
    start = end;
  }
  return paragraphs;
}

function styleOf(kind: BlockKind): IParagraphOptions {
  if (kind === 'title') return { heading: HeadingLevel.TITLE, suppressLineNumbers: true };
  if (kind === 'heading') return { heading: HeadingLevel.HEADING_1, suppressLineNumbers: true };
  if (kind === 'speech') return { style: 'Speech' };
  return { style: STYLE_IDS[kind], suppressLineNumbers: true };
}

const STYLE_IDS = { fact: 'Fact', paragraph: 'Body', signature: 'Signature' } as const;

/** The line's text, ended by a space, so that words stay apart when the breaks are removed. */
function runsOf({ spans, time }: PlacedLine): TextRun[] {
  const stamp = time === null ? [] : [new TextRun({ style: 'Time', children: [time, new Tab()] })];
  return [
    ...stamp,
    ...spans.flatMap(({ text, font, color, struck }) => [
      new TextRun({
        text,
        ...(font === 'bold' && { bold: true }),
        ...(color === 'muted' && { color: MUTED }),
        ...(struck && { strike: true }),
      }),
      new TextRun(' '),
    ]),
  ];
}

/** Styles with the sizes and heights of the layout; lines of an exact height, which widows never move. */
function stylesIn(language: string, speechLanguage: string) {
  const run = (kind: BlockKind) => ({ size: halfPoints(KINDS[kind].size) });
  const paragraph = (kind: BlockKind) => ({
    spacing: {
      before: twips(KINDS[kind].gap),
      after: 0,
      line: twips(KINDS[kind].height),
      lineRule: LineRuleType.EXACTLY,
    },
    widowControl: false,
  });
  const style = (id: string, kind: BlockKind) => ({
    id,
    name: id,
    run: run(kind),
    paragraph: paragraph(kind),
  });
  return {
    default: {
      document: { run: { font: FONT, size: halfPoints(KINDS.speech.size), language: { value: language } } },
      title: { run: { ...run('title'), font: FONT, bold: true }, paragraph: paragraph('title') },
      heading1: {
        run: { ...run('heading'), font: FONT, bold: true, color: '000000' },
        paragraph: { ...paragraph('heading'), keepNext: true },
      },
    },
    paragraphStyles: [
      style('Fact', 'fact'),
      style('Body', 'paragraph'),
      {
        ...style('Signature', 'signature'),
        paragraph: {
          ...paragraph('signature'),
          border: { top: { style: 'single' as const, size: 4, space: 4 } },
        },
      },
      {
        ...style('Speech', 'speech'),
        run: { ...run('speech'), language: { value: speechLanguage } },
        paragraph: { ...paragraph('speech'), indent: { left: 0, hanging: twips(TIME_WIDTH) } },
      },
      { id: 'Marginal', name: 'Marginal', run: { size: 17, color: MUTED } },
    ],
    characterStyles: [{ id: 'Time', name: 'Time', run: { size: 17, color: MUTED } }],
  };
}
