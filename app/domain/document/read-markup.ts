import {
  ALIGNMENTS,
  type Alignment,
  FAMILIES,
  INKS,
  isList,
  type Kind,
  MARKERS,
  oneOf,
  SIZES,
  type Stress,
} from './formats';
import { safeLink } from './link';
import { normalise, type Paragraph, type RichText, type Run, type Style } from './rich-text';

/** Markup, as a parser of HTML tells of it. */
export type MarkupNode = string | MarkupElement;

export interface MarkupElement {
  /** In lower case. */
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: readonly MarkupNode[];
}

/** What is inside of these is no text of the document. */
const UNREAD = new Set(
  'script style head title template noscript noembed noframes iframe object embed svg math video audio canvas map select option textarea'.split(
    ' ',
  ),
);

const KIND_OF: Record<string, Kind> = {
  h1: 'h1',
  h2: 'h2',
  h3: 'h3',
  h4: 'h3',
  h5: 'h3',
  h6: 'h3',
  blockquote: 'quote',
};

/** Elements that stand for themselves even when they are empty. */
const MAKES_PARAGRAPH = /^(p|h[1-6]|li|blockquote|pre)$/;

/** Elements that begin and end a line. */
const BREAKS_LINE =
  /^(address|article|aside|blockquote|body|center|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|html|li|main|nav|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)$/;

const STRESS_OF: Record<string, Stress> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  cite: 'italic',
  u: 'underline',
  ins: 'underline',
  s: 'strike',
  strike: 'strike',
  del: 'strike',
};

/** Deeper markup is no document that somebody wrote. */
const DEEPEST = 100;

interface Place {
  kind: Kind;
  align?: Alignment | undefined;
  /** How many lists are open. */
  lists: number;
  /** Of the innermost of them. */
  listKind: 'bullet' | 'ordered';
}

/**
 * Reads a document out of any HTML: that of a word processor, of a browser's editor, or our own. Only the formats
 * of documents are kept; of everything else the letters alone are, and of what loads or runs nothing is.
 */
export function readMarkup(nodes: readonly MarkupNode[]): RichText {
  const reader = new MarkupReader();
  reader.readAll(nodes, {}, { kind: 'paragraph', lists: 0, listKind: 'bullet' }, 0);
  return reader.finish();
}

class MarkupReader {
  readonly #paragraphs: Paragraph[] = [];
  #runs: Run[] = [];

  readAll(nodes: readonly MarkupNode[], style: Style, place: Place, depth: number): void {
    for (const node of nodes) {
      if (typeof node === 'string') this.#runs.push({ text: node, ...style });
      else if (depth < DEEPEST) this.#readElement(node, style, place, depth + 1);
    }
    if (depth === 0) this.#endLine(place);
  }

  finish(): RichText {
    return normalise(this.#paragraphs);
  }

  #readElement(element: MarkupElement, style: Style, place: Place, depth: number): void {
    const { name } = element;
    const css = readCss(element.attributes.style);
    if (UNREAD.has(name) || /\bignore\b/i.test(css['mso-list'] ?? '') || css.display === 'none') return;
    if (name === 'br') {
      this.#breakLine(place);
      return;
    }
    if (!BREAKS_LINE.test(name)) {
      this.readAll(element.children, { ...style, ...styleOfElement(element, css, style) }, place, depth);
      return;
    }
    this.#endLine(place);
    const before = this.#paragraphs.length;
    const inner = placeIn(element, css, place);
    this.readAll(element.children, style, inner, depth);
    this.#endLine(inner);
    if (this.#paragraphs.length === before && MAKES_PARAGRAPH.test(name)) this.#push(inner, []);
  }

  /** Also when there is nothing on the line. */
  #breakLine(place: Place): void {
    this.#push(place, collapse(this.#runs));
    this.#runs = [];
  }

  #endLine(place: Place): void {
    const runs = collapse(this.#runs);
    this.#runs = [];
    if (runs.length > 0) this.#push(place, runs);
  }

  #push({ kind, align, lists }: Place, runs: Run[]): void {
    const indent = isList(kind) ? Math.max(0, lists - 1) : 0;
    this.#paragraphs.push({ kind, ...(align && { align }), ...(indent && { indent }), runs });
  }
}

/** White space as HTML shows it: one space for many, none at the ends; fixed spaces stay. */
function collapse(runs: readonly Run[]): Run[] {
  const kept: Run[] = [];
  let endsInSpace = true;
  for (const run of runs) {
    let text = run.text.replace(/[ \t\n\r\f]+/g, ' ');
    if (endsInSpace && text.startsWith(' ')) text = text.slice(1);
    if (text === '') continue;
    endsInSpace = text.endsWith(' ');
    kept.push({ ...run, text });
  }
  const last = kept.at(-1);
  if (last?.text.endsWith(' ')) last.text = last.text.slice(0, -1);
  return kept.filter(({ text }) => text !== '');
}

function placeIn({ name, attributes, children }: MarkupElement, css: Css, place: Place): Place {
  const align = alignmentOf(attributes, css) ?? (name === 'p' || name === 'div' ? place.align : undefined);
  const around = { ...place, align };
  if (name === 'ul' || name === 'ol') {
    return { ...around, lists: place.lists + 1, listKind: name === 'ul' ? 'bullet' : 'ordered' };
  }
  if (name === 'li') return { ...around, kind: place.listKind, lists: Math.max(1, place.lists) };
  const word = /\blevel(\d)/i.exec(css['mso-list'] ?? '');
  if (word) return { ...around, kind: kindOfWordItem(children), lists: Number(word[1]) };
  const kind = KIND_OF[name];
  // A paragraph inside of an item or a quote is what is around it.
  return kind ? { ...around, kind } : around;
}

/** Word tells a list's kind by the letters of its marks alone. */
function kindOfWordItem(children: readonly MarkupNode[]): 'bullet' | 'ordered' {
  const mark = lettersOf(children).trimStart();
  return /^\(?[\da-z]{1,4}[.)]/i.test(mark) ? 'ordered' : 'bullet';
}

const lettersOf = (nodes: readonly MarkupNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : lettersOf(node.children))).join('');

function alignmentOf({ class: classes = '', align = '' }: MarkupElement['attributes'], css: Css) {
  const own = classes.split(/\s+/).map((name) => /^align-(\w+)$/.exec(name)?.[1] ?? '');
  const asked = [...own, css['text-align'] ?? '', align.toLowerCase()];
  return asked.map((text) => oneOf(ALIGNMENTS, text)).find((found) => found !== undefined);
}

function styleOfElement({ name, attributes }: MarkupElement, css: Css, around: Style): Style {
  const link = name === 'a' ? safeLink(attributes.href ?? '') : null;
  const stress = STRESS_OF[name];
  return {
    ...(stress && { [stress]: true }),
    ...stressesOf(css),
    ...(around.link === undefined && link !== null && { link }),
    ...looksOf(attributes.class),
  };
}

/** What word processors say by styles. Fonts, sizes and colours of other programs are left behind. */
function stressesOf(css: Css): Style {
  const { 'font-weight': weight = '', 'font-style': slant = '' } = css;
  const decoration = `${css['text-decoration'] ?? ''} ${css['text-decoration-line'] ?? ''}`;
  return {
    ...(/^(bold|bolder|[6-9]00)$/.test(weight) && { bold: true as const }),
    // Google Docs wraps what it copies in a <b> that is not bold.
    ...(/^(normal|[1-5]00)$/.test(weight) && { bold: undefined }),
    ...(/^(italic|oblique)/.test(slant) && { italic: true as const }),
    ...(slant === 'normal' && { italic: undefined }),
    ...(/\bunderline\b/.test(decoration) && { underline: true as const }),
    ...(/\bline-through\b/.test(decoration) && { strike: true as const }),
  };
}

function looksOf(classes = ''): Style {
  const looks: Style = {};
  for (const name of classes.split(/\s+/)) {
    const [, area = '', value = ''] = /^(font|size|ink|mark)-(\w+)$/.exec(name) ?? [];
    if (area === 'font') looks.family = oneOf(FAMILIES, value) ?? looks.family;
    if (area === 'size') looks.size = oneOf(SIZES, value) ?? looks.size;
    if (area === 'ink') looks.ink = oneOf(INKS, value) ?? looks.ink;
    if (area === 'mark') looks.marker = oneOf(MARKERS, value) ?? looks.marker;
  }
  return looks;
}

type Css = Readonly<Record<string, string>>;

function readCss(style = ''): Css {
  const declarations = style.split(';').map((declaration): [string, string] => {
    const colon = declaration.indexOf(':');
    return [
      declaration.slice(0, colon).trim().toLowerCase(),
      declaration
        .slice(colon + 1)
        .trim()
        .toLowerCase(),
    ];
  });
  return Object.fromEntries(declarations);
}
