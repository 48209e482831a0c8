import { rewriteInChunks } from '../format/rewrite-in-chunks';
import {
  ALIGNMENTS,
  type Alignment,
  asMember,
  EMPHASES,
  type Emphasis,
  FONT_FAMILIES,
  FONT_SIZES,
  isList,
  type Kind,
  MARKERS,
  TEXT_COLORS,
} from './formats';
import {
  itemNumbers,
  normalise,
  type Paragraph,
  type RichText,
  type Run,
  type Style,
  styleOf,
} from './rich-text';
import { sanitiseLink } from './sanitise-link';

/*
 * The form of a document that is written in a plain text area. A line is a paragraph:
 *
 *   # heading, ## and ###     > quote     - item     1. numbered item     two spaces for each list around it
 *   :-: centred     --: to the right     :--: to both edges, before all of these
 *   **bold**  *italic*  __underlined__  ~~struck~~     [letters](address)     [letters]{lato 24 ink-red mark-blue}
 *
 * A backslash makes the character after it an ordinary one.
 */

const ALIGN_MARKS: Record<Alignment, string> = { center: ':-:', right: '--:', justify: ':--:' };

const KIND_MARKS: Partial<Record<Kind, string>> = { h1: '#', h2: '##', h3: '###', quote: '>', bullet: '-' };

const STRESS_MARKS: Record<Emphasis, string> = { bold: '**', italic: '*', underline: '__', strike: '~~' };

/** Serialises a text to the plain form; parsing the result gives the same text again. */
export function serializePlainForm(text: RichText): string {
  const numbers = itemNumbers(text);
  return text.map((paragraph, index) => lineOf(paragraph, numbers.get(index))).join('\n');
}

function lineOf(paragraph: Paragraph, number: number | undefined): string {
  const letters = serializeRuns(paragraph.runs);
  const hasMark = number !== undefined || paragraph.kind in KIND_MARKS;
  // Escape a leading text that would be parsed as a line mark.
  const isMark = !hasMark && LINE_START.exec(letters)![0] !== '';
  return lineMarks(paragraph, number) + (isMark ? letters.replace(/[#>:.)-]/, '\\$&') : letters);
}

/** The marks before the text of a paragraph. @param number of an item of an ordered list */
export function lineMarks({ kind, align, indent = 0 }: Paragraph, number?: number): string {
  const mark = number === undefined ? KIND_MARKS[kind] : `${number}.`;
  return `${align ? `${ALIGN_MARKS[align]} ` : ''}${'  '.repeat(indent)}${mark ? `${mark} ` : ''}`;
}

function serializeRuns(runs: readonly Run[]): string {
  let line = '';
  let on: Style = {};
  let looks = '';
  const turn = (next: Style, nextLooks: string) => {
    if (looks !== '' && looks !== nextLooks) line += looks;
    for (const stress of EMPHASES) if (on[stress] !== next[stress]) line += STRESS_MARKS[stress];
    if (nextLooks !== '' && looks !== nextLooks) line += '[';
    on = next;
    looks = nextLooks;
  };
  for (const run of runs) {
    turn(run, closingMark(run));
    line += escapeText(run.text);
  }
  turn({}, '');
  return line;
}

/** The closing mark of a formatted or linked text; '' for plain text. */
function closingMark({ family, size, ink, marker, link }: Style): string {
  const looks = [family, size, ink && `ink-${ink}`, marker && `mark-${marker}`].filter(Boolean).join(' ');
  if (looks === '' && link === undefined) return '';
  return `]${link === undefined ? '' : `(${link})`}${looks === '' ? '' : `{${looks}}`}`;
}

/** Single underscores and tildes inside of a text need no escaping. */
const escapeText = (text: string) =>
  rewriteInChunks(text, (stretch) => stretch.replace(/[\\*[\]]/g, '\\$&')).replace(
    /_+|~+/g,
    (signs, at: number, whole: string) => {
      const isAlone = signs.length === 1 && at > 0 && at + 1 < whole.length;
      return isAlone ? signs : signs.replace(/./g, '\\$&');
    },
  );

const LINE_START = /^(?:(:-:|--:|:--:)(?: |$))?(?:((?: {2})*)(#{1,3}|>|-|\d{1,9}[.)])(?: |$))?/;

/** Parses the plain form. Anything that is not a mark is text, so every input is valid. */
export function parsePlainForm(form: string): RichText {
  return normalise(form.replace(/\r\n?/g, '\n').split('\n').map(readLine));
}

function readLine(line: string): Paragraph {
  const [start, alignMark, spaces = '', kindMark = ''] = LINE_START.exec(line)!;
  const align = alignMark && ALIGNMENTS.find((each) => ALIGN_MARKS[each] === alignMark);
  const kind = kindOf(kindMark);
  const indent = isList(kind) ? spaces.length / 2 : 0;
  return {
    kind,
    ...(align && { align }),
    ...(indent && { indent }),
    runs: readRuns(line.slice(start.length)),
  };
}

const MARKED_KINDS = new Map(Object.entries(KIND_MARKS).map(([kind, mark]) => [mark, kind as Kind]));

function kindOf(mark: string): Kind {
  if (/^\d/.test(mark)) return 'ordered';
  return MARKED_KINDS.get(mark) ?? 'paragraph';
}

type Token =
  | { kind: 'text'; text: string }
  | { kind: Emphasis; text: string }
  | { kind: 'open'; text: string; looks: Style | null }
  | { kind: 'close'; text: string; looks: Style };

const TOKEN = /\\([!-/:-@[-`{-~])|\*\*|\*|__|~~|\[|\](?:\(([^()\s]*)\))?(?:\{([^{}]*)\})?/g;

function readRuns(line: string): Run[] {
  const tokens = pairTokens(tokensOf(line));
  const on: Style = {};
  let looks: Style = {};
  let style: Style | null = null;
  const runs: Run[] = [];
  for (const token of tokens) {
    if (token.kind === 'text') {
      style ??= styleOf({ ...on, ...looks });
      runs.push({ text: token.text, ...style });
      continue;
    }
    style = null;
    if (token.kind === 'open') looks = token.looks!;
    else if (token.kind === 'close') looks = {};
    else on[token.kind] = on[token.kind] ? undefined : true;
  }
  return runs;
}

const STRESS_OF = new Map(EMPHASES.map((stress) => [STRESS_MARKS[stress], stress]));

function tokensOf(line: string): Token[] {
  const tokens: Token[] = [];
  const addText = (text: string) => {
    const last = tokens.at(-1);
    if (last?.kind === 'text') last.text += text;
    else tokens.push({ kind: 'text', text });
  };
  let end = 0;
  for (const match of line.matchAll(TOKEN)) {
    const [text, escaped, address, looks] = match;
    if (match.index > end) addText(line.slice(end, match.index));
    end = match.index + text.length;
    const stress = STRESS_OF.get(text);
    if (escaped !== undefined) addText(escaped);
    else if (stress) tokens.push({ kind: stress, text });
    else if (text === '[') tokens.push({ kind: 'open', text, looks: null });
    else {
      const style = { ...linkTo(address), ...parseStyles(looks) };
      if (Object.keys(style).length > 0) tokens.push({ kind: 'close', text, looks: style });
      else addText(text);
    }
  }
  if (end < line.length) addText(line.slice(end));
  return tokens;
}

function pairTokens(tokens: Token[]): Token[] {
  const paired = [...tokens];
  const asText = (index: number) => {
    paired[index] = { kind: 'text', text: tokens[index]!.text };
  };
  for (const stress of EMPHASES) {
    const places = paired.flatMap(({ kind }, index) => (kind === stress ? [index] : []));
    if (places.length % 2 === 1) asText(places.at(-1)!);
  }
  let opened: number | null = null;
  paired.forEach((token, index) => {
    if (token.kind === 'open') {
      if (opened !== null) asText(opened);
      opened = index;
    } else if (token.kind === 'close') {
      if (opened === null) asText(index);
      else paired[opened] = { kind: 'open', text: '[', looks: token.looks };
      opened = null;
    }
  });
  if (opened !== null) asText(opened);
  return paired;
}

function linkTo(address: string | undefined): Style {
  const link = address === undefined ? null : sanitiseLink(address);
  return link === null ? {} : { link };
}

function parseStyles(words: string | undefined): Style {
  const looks: Style = {};
  if (words === undefined) return looks;
  for (const word of words.trim().split(/\s+/)) {
    const [, area, value = ''] = /^(ink|mark)-(\w+)$/.exec(word) ?? [];
    if (area === 'ink') looks.ink = asMember(TEXT_COLORS, value);
    if (area === 'mark') looks.marker = asMember(MARKERS, value);
    looks.family = asMember(FONT_FAMILIES, word) ?? looks.family;
    looks.size = asMember(FONT_SIZES, word.replace(/px$/, '')) ?? looks.size;
  }
  return styleOf(looks);
}
