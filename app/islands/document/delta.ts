import type Delta from 'quill-delta';
import type { Alignment, FontFamily, Kind, Marker, TextColor } from '@/app/domain/document/formats';
import { type Paragraph, type Run, styleOf } from '@/app/domain/document/rich-text';

/** Quill's names of the inline formats. */
type InlineFormats = {
  bold?: true;
  italic?: true;
  underline?: true;
  strike?: true;
  font?: FontFamily;
  size?: string;
  ink?: TextColor;
  mark?: Marker;
  link?: string;
};

/** Quill's names of the line formats. */
type LineFormats = {
  header?: 1 | 2 | 3;
  blockquote?: true;
  list?: 'bullet' | 'ordered';
  indent?: number;
  align?: Alignment;
};

type Op = { insert: string; attributes?: InlineFormats & LineFormats };

/** Text runs, and after each paragraph a line break with its line formats. */
export function toOps(paragraphs: readonly Paragraph[]): Op[] {
  return paragraphs.flatMap((paragraph) => [
    ...paragraph.runs.map((run) => withFormats(run.text, inlineFormats(run))),
    withFormats('\n', lineFormats(paragraph)),
  ]);
}

const withFormats = (insert: string, attributes: InlineFormats & LineFormats): Op =>
  Object.keys(attributes).length > 0 ? { insert, attributes } : { insert };

function inlineFormats({ text: _text, family, ink, marker, ...same }: Run): InlineFormats {
  const { bold, italic, underline, strike, size, link } = same;
  const formats = { bold, italic, underline, strike, size, link, font: family, ink, mark: marker };
  return Object.fromEntries(Object.entries(formats).filter(([, value]) => value !== undefined));
}

function lineFormats({ kind, align, indent = 0 }: Paragraph): LineFormats {
  const level = /^h(\d)$/.exec(kind)?.[1];
  return {
    ...(level && { header: Number(level) as 1 | 2 | 3 }),
    ...(kind === 'quote' && { blockquote: true }),
    ...((kind === 'bullet' || kind === 'ordered') && { list: kind }),
    ...(align && { align }),
    ...(indent > 0 && { indent }),
  };
}

export function toParagraphs(delta: Delta): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let runs: Run[] = [];
  for (const { insert, attributes = {} } of delta.ops) {
    if (typeof insert !== 'string') continue;
    insert.split('\n').forEach((text, index) => {
      if (index > 0) {
        paragraphs.push({ ...lineOf(attributes), runs });
        runs = [];
      }
      if (text !== '') runs.push({ text, ...styleIn(attributes) });
    });
  }
  if (runs.length > 0) paragraphs.push({ kind: 'paragraph', runs });
  return paragraphs;
}

function lineOf({ header, blockquote, list, indent = 0, align }: LineFormats): Omit<Paragraph, 'runs'> {
  const kind: Kind = list ?? (header ? (`h${header}` as Kind) : blockquote ? 'quote' : 'paragraph');
  const depth = list ? indent : 0;
  return { kind, ...(align && { align }), ...(depth > 0 && { indent: depth }) };
}

function styleIn({ font, mark, ...same }: InlineFormats) {
  return styleOf({ ...same, ...(font && { family: font }), ...(mark && { marker: mark }) });
}
