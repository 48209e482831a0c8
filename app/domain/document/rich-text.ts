import { rewriteInChunks } from '../format/rewrite-in-chunks';
import {
  type Alignment,
  EMPHASES,
  type Emphasis,
  type FontFamily,
  isList,
  type Kind,
  MAX_INDENT,
  type Marker,
  type TextColor,
} from './formats';

export interface Style extends Partial<Record<Emphasis, true | undefined>> {
  family?: FontFamily | undefined;
  /** One of FONT_SIZES. */
  size?: string | undefined;
  ink?: TextColor | undefined;
  marker?: Marker | undefined;
  /** A URL sanitised by sanitiseLink. */
  link?: string | undefined;
}

export interface Run extends Style {
  text: string;
}

export interface Paragraph {
  kind: Kind;
  align?: Alignment | undefined;
  /** Nesting depth of a list item; left out for 0. */
  indent?: number | undefined;
  runs: Run[];
}

/** The text of a document; at least one paragraph. */
export type RichText = Paragraph[];

const STYLE_KEYS = [...EMPHASES, 'family', 'size', 'ink', 'marker', 'link'] as const;

const isSameStyle = (one: Style, other: Style): boolean => STYLE_KEYS.every((key) => one[key] === other[key]);

/** A style without unset properties, its keys in canonical order. */
export function styleOf(source: Style): Style {
  const style: Record<string, unknown> = {};
  for (const key of STYLE_KEYS) if (source[key] !== undefined) style[key] = source[key];
  return style;
}

/**
 * Canonical form of a text: adjacent runs differ in style, none is empty, lines have no control characters,
 * and an item is nested at most one list deeper than the previous one.
 */
export function normalise(text: readonly Paragraph[]): RichText {
  let deepest = 0;
  const paragraphs = text.map(({ kind, align, indent = 0, runs }): Paragraph => {
    const depth = isList(kind) ? Math.min(indent, deepest, MAX_INDENT) : 0;
    deepest = isList(kind) ? depth + 1 : 0;
    return { kind, ...(align && { align }), ...(depth > 0 && { indent: depth }), runs: mergeRuns(runs) };
  });
  return paragraphs.length > 0 ? paragraphs : [{ kind: 'paragraph', runs: [] }];
}

function mergeRuns(runs: readonly Run[]): Run[] {
  const merged: Run[] = [];
  for (const run of runs) {
    const text = cleanText(run.text);
    const last = merged.at(-1);
    if (text === '') continue;
    if (last && isSameStyle(last, run)) last.text += text;
    else merged.push({ text, ...styleOf(run) });
  }
  return merged.some(({ text }) => text.trim() !== '') ? merged : [];
}

/** Characters that cleaning changes; most texts have none. */
const UNCLEAN = /[\p{Cc}\p{Cs}\u00a0\u2028\u2029\ufeff\ufffe\uffff]/u;

const cleanText = (text: string) => (UNCLEAN.test(text) ? cleaned(text) : text);

const cleaned = (text: string) =>
  rewriteInChunks(text.toWellFormed(), (stretch) =>
    stretch.replace(/[\t\n\v\f\r\u0085\u00a0\u2028\u2029]/g, ' ').replace(/[\p{Cc}\ufeff\ufffe\uffff]/gu, ''),
  );

export const textOf = ({ runs }: Paragraph): string => runs.map(({ text }) => text).join('');

/** Plain text of a document, one line per paragraph. */
export const plainTextOf = (text: RichText): string => text.map(textOf).join('\n');

export function groupByLink(runs: readonly Run[]): { link?: string; runs: Run[] }[] {
  const groups: { link?: string; runs: Run[] }[] = [];
  for (const run of runs) {
    const last = groups.at(-1);
    if (last && last.link === run.link) last.runs.push(run);
    else groups.push({ ...(run.link !== undefined && { link: run.link }), runs: [run] });
  }
  return groups;
}

export const plainParagraphs = (lines: readonly string[]): RichText =>
  normalise(lines.map((text) => ({ kind: 'paragraph', runs: [{ text }] })));

/** Numbers of the items of ordered lists, by paragraph index. */
export function itemNumbers(text: RichText): Map<number, number> {
  const numbers = new Map<number, number>();
  let open: { kind: Kind; count: number }[] = [];
  text.forEach(({ kind, indent = 0 }, index) => {
    if (!isList(kind)) {
      open = [];
      return;
    }
    open = open.slice(0, indent + 1);
    const list = open[indent]?.kind === kind ? open[indent] : { kind, count: 0 };
    open[indent] = list;
    list.count += 1;
    if (kind === 'ordered') numbers.set(index, list.count);
  });
  return numbers;
}

/** Whether two normalised texts are equal. */
export const isSameText = (one: RichText, other: RichText): boolean =>
  one.length === other.length && one.every((paragraph, index) => isSameParagraph(paragraph, other[index]!));

function isSameParagraph(one: Paragraph, other: Paragraph): boolean {
  const isSameLine =
    one.kind === other.kind && one.align === other.align && (one.indent ?? 0) === (other.indent ?? 0);
  return (
    isSameLine &&
    one.runs.length === other.runs.length &&
    one.runs.every(
      (run, index) => run.text === other.runs[index]!.text && isSameStyle(run, other.runs[index]!),
    )
  );
}

export const paragraphKey = ({ kind, align, indent = 0, runs }: Paragraph): string =>
  JSON.stringify([
    ...[kind, align, indent],
    runs.map((run) => [run.text, ...STYLE_KEYS.map((key) => run[key])]),
  ]);
