import {
  AlignmentType,
  Document,
  Footer,
  Header,
  HeadingLevel,
  LineNumberRestartFormat,
  Packer,
  PageNumber,
  Paragraph,
  type ParagraphChild,
  ShadingType,
  TextRun,
} from 'docx';
import { withRegion } from '@/app/domain/format/language';
import { PRODUCT_NAME } from '@/app/domain/product';
import type {
  PrintableTranscript,
  PrintableUtterance,
  Run,
} from '@/app/domain/transcript/export/printable-transcript';
import { sharedMarks } from '@/app/domain/transcript/shared-marks';
import { MARKER_COLORS } from './marker-colors';

const MUTED = '57606C';

/** Available in every word processor, or replaced by a metric-compatible font. */
const FONT = 'Arial';

/** Uses a font of the reader's machine, since the text is meant to be edited. */
export async function writeDocx(document: PrintableTranscript): Promise<Uint8Array> {
  const { title, facts, passages, words, isNumbered, language, foot } = document;
  const place = isNumbered
    ? [`${words.page} `, PageNumber.CURRENT, ` ${words.of} `, PageNumber.TOTAL_PAGES]
    : [PageNumber.CURRENT];
  const file = new Document({
    title,
    creator: PRODUCT_NAME,
    styles: styles(withRegion(language)),
    sections: [
      {
        properties: {
          titlePage: true,
          ...(isNumbered && {
            lineNumbers: { countBy: 1, distance: 280, restart: LineNumberRestartFormat.NEW_PAGE },
          }),
        },
        ...(isNumbered && { headers: { default: new Header({ children: [marginal([title])] }) } }),
        footers: {
          default: new Footer({ children: [marginal(place, AlignmentType.CENTER)] }),
          first: new Footer({ children: [marginal(place, AlignmentType.CENTER)] }),
        },
        children: [
          new Paragraph({ text: title, heading: HeadingLevel.TITLE, suppressLineNumbers: true }),
          ...facts.map(
            ({ label, value }) =>
              new Paragraph({
                style: 'Fact',
                suppressLineNumbers: true,
                children: [new TextRun({ text: `${label}: `, color: MUTED }), new TextRun(value)],
              }),
          ),
          ...passages.flatMap((passage) => paragraphsOf(passage, isNumbered)),
          ...(foot === null ? [] : [marginal([foot])]),
        ],
      },
    ],
  });
  return Packer.toBuffer(file);
}

const styles = (language: string) => ({
  default: {
    document: { run: { font: FONT, size: 21, language: { value: language } } },
    title: {
      run: { font: FONT, size: 36, bold: true },
      paragraph: { spacing: { after: 120 } },
    },
  },
  paragraphStyles: [
    { id: 'Fact', name: 'Fact', run: { size: 19 } },
    { id: 'Marginal', name: 'Marginal', run: { size: 19, color: MUTED } },
    {
      id: 'Speaker',
      name: 'Speaker',
      run: { bold: true },
      paragraph: { keepNext: true, spacing: { before: 240 } },
    },
    { id: 'Speech', name: 'Speech', paragraph: { spacing: { line: 320, after: 120 } } },
  ],
});

function marginal(
  children: (string | (typeof PageNumber)[keyof typeof PageNumber])[],
  alignment?: (typeof AlignmentType)[keyof typeof AlignmentType],
): Paragraph {
  return new Paragraph({
    style: 'Marginal',
    suppressLineNumbers: true,
    ...(alignment && { alignment }),
    children: [new TextRun({ children })],
  });
}

/** Speaker and time, then the text; where lines are numbered, the time is part of the text instead. */
function paragraphsOf({ speaker, time, runs }: PrintableUtterance, isNumbered: boolean): Paragraph[] {
  const heading: ParagraphChild[] = [];
  if (speaker !== null) heading.push(new TextRun(speaker));
  if (time !== null && !isNumbered) {
    const gap = speaker === null ? '' : '  ';
    heading.push(new TextRun({ text: `${gap}${time}`, bold: false, color: MUTED }));
  }
  const stamp = time !== null && isNumbered ? [new TextRun({ text: `[${time}] `, color: MUTED })] : [];
  const speech = new Paragraph({ style: 'Speech', children: [...stamp, ...runs.flatMap(textRuns)] });
  return heading.length > 0 ? [new Paragraph({ style: 'Speaker', children: heading }), speech] : [speech];
}

function textRuns(run: Run, index: number, runs: readonly Run[]): TextRun[] {
  const before = runs[index - 1];
  return before ? [textRun({ text: ' ', ...sharedMarks(before, run) }), textRun(run)] : [textRun(run)];
}

const textRun = ({ text, highlight, struck }: Run) =>
  new TextRun({
    text,
    ...(struck && { strike: true }),
    ...(highlight && { shading: { type: ShadingType.CLEAR, fill: MARKER_COLORS[highlight] } }),
  });
