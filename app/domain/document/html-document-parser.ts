import {
  ALIGNMENTS,
  type Alignment,
  asMember,
  type Emphasis,
  FONT_FAMILIES,
  FONT_SIZES,
  isList,
  type Kind,
  MARKERS,
  TEXT_COLORS,
} from './formats';
import { normalise, type Paragraph, type RichText, type Run, type Style } from './rich-text';
import { sanitiseLink } from './sanitise-link';

type Attributes = Readonly<Record<string, string>>;

const IGNORED_ELEMENTS = new Set(
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

/** Elements that make a paragraph even when empty. */
const PARAGRAPH_ELEMENT = /^(p|h[1-6]|li|blockquote|pre)$/;

/** Block-level elements: they start and end a line. */
const BLOCK_ELEMENT =
  /^(address|article|aside|blockquote|body|center|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|html|li|main|nav|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)$/;

const STRESS_OF: Record<string, Emphasis> = {
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

/** Maximum nesting depth; deeper markup is not a genuine document. */
const MAX_DEPTH = 100;

/** In UTF-16 units: one replacement in millions of characters needs more memory than the text. */
const CHUNK_LENGTH = 64 * 1024;

interface ParagraphContext {
  kind: Kind;
  align?: Alignment | undefined;
  lists: number;
  listKind: 'bullet' | 'ordered';
  /** The first characters of a list item from Microsoft Word, which determine its kind. */
  wordItem?: { letters: string } | undefined;
}

interface OpenElement {
  name: string;
  style: Style;
  place: ParagraphContext;
  /** Number of paragraphs at the start of a block-level element; null for an inline element. */
  before: number | null;
}

/**
 * Streaming HTML parser and sanitiser: HTML of a word processor, of a browser's editor, or our own. Keeps the
 * allowed formats and otherwise only the text. Works on a stream of elements and text instead of a DOM tree,
 * which takes many times the memory of the text.
 */
export class HtmlDocumentParser {
  readonly #paragraphs: Paragraph[] = [];
  readonly #open: OpenElement[] = [
    { name: '', style: {}, place: { kind: 'paragraph', lists: 0, listKind: 'bullet' }, before: null },
  ];
  #runs: Run[] = [];
  /** Number of open elements that are ignored: one and its descendants. */
  #unread = 0;

  /** Start tag. @param name in lower case */
  open(name: string, attributes: Attributes): void {
    const { style, place } = this.#open.at(-1)!;
    const css = readCss(attributes.style);
    if (this.#unread > 0 || this.#open.length > MAX_DEPTH || isIgnored(name, css)) {
      this.#unread += 1;
      return;
    }
    if (name === 'br') {
      this.#breakLine(place);
      this.#unread += 1;
      return;
    }
    if (!BLOCK_ELEMENT.test(name)) {
      const own = { ...style, ...styleOfElement(name, attributes, { css, around: style }) };
      this.#open.push({ name, style: own, place, before: null });
      return;
    }
    this.#endLine(place);
    const inner = placeIn(name, attributes, { css, place });
    this.#open.push({ name, style, place: inner, before: this.#paragraphs.length });
  }

  /** Text with decoded entities. */
  text(text: string): void {
    const { style, place } = this.#open.at(-1)!;
    if (place.wordItem && place.wordItem.letters.length < WORD_MARK_LENGTH) {
      place.wordItem.letters = (place.wordItem.letters + text).trimStart().slice(0, WORD_MARK_LENGTH);
    }
    if (this.#unread > 0) return;
    for (let at = 0; at < text.length; at += CHUNK_LENGTH) {
      this.#runs.push({ text: text.slice(at, at + CHUNK_LENGTH), ...style });
    }
  }

  /** End tag of the innermost open element. */
  close(): void {
    if (this.#unread > 0) {
      this.#unread -= 1;
      return;
    }
    if (this.#open.length === 1) return;
    const { name, place, before } = this.#open.pop()!;
    if (before === null) return;
    this.#endLine(place);
    if (this.#paragraphs.length === before && PARAGRAPH_ELEMENT.test(name)) this.#push(place, []);
  }

  /** Returns the parsed text. Call it after the last element. */
  finish(): RichText {
    this.#endLine(this.#open[0]!.place);
    return normalise(this.#paragraphs);
  }

  /** Pushes a line, even when it is empty. */
  #breakLine(place: ParagraphContext): void {
    this.#push(place, this.#takeRuns());
  }

  #endLine(place: ParagraphContext): void {
    const runs = this.#takeRuns();
    if (runs.length > 0) this.#push(place, runs);
  }

  #takeRuns(): Run[] {
    const runs = collapseWhiteSpace(this.#runs);
    this.#runs = [];
    return runs;
  }

  #push({ kind, align, lists, wordItem }: ParagraphContext, runs: Run[]): void {
    const own = wordItem ? kindOfWordItem(wordItem.letters) : kind;
    const indent = isList(own) ? Math.max(0, lists - 1) : 0;
    this.#paragraphs.push({ kind: own, ...(align && { align }), ...(indent && { indent }), runs });
  }
}

const isIgnored = (name: string, css: Css): boolean =>
  IGNORED_ELEMENTS.has(name) || /\bignore\b/i.test(css['mso-list'] ?? '') || css.display === 'none';

/** Collapses white space as HTML does, but keeps no-break spaces. Mutates the given runs. */
function collapseWhiteSpace(runs: Run[]): Run[] {
  const kept: Run[] = [];
  let endsInSpace = true;
  for (const run of runs) {
    let text = run.text.replace(/[ \t\n\r\f]+/g, ' ');
    if (endsInSpace && text.startsWith(' ')) text = text.slice(1);
    if (text === '') continue;
    endsInSpace = text.endsWith(' ');
    run.text = text;
    kept.push(run);
  }
  const last = kept.at(-1);
  if (last?.text.endsWith(' ')) last.text = last.text.slice(0, -1);
  return kept.filter(({ text }) => text !== '');
}

function placeIn(
  name: string,
  attributes: Attributes,
  { css, place }: { css: Css; place: ParagraphContext },
): ParagraphContext {
  const align = alignmentOf(attributes, css) ?? (name === 'p' || name === 'div' ? place.align : undefined);
  const around = { ...place, align };
  if (name === 'ul' || name === 'ol') {
    return { ...around, lists: place.lists + 1, listKind: name === 'ul' ? 'bullet' : 'ordered' };
  }
  if (name === 'li') {
    return { ...around, kind: place.listKind, lists: Math.max(1, place.lists), wordItem: undefined };
  }
  const word = /\blevel(\d)/i.exec(css['mso-list'] ?? '');
  if (word) return { ...around, lists: Number(word[1]), wordItem: { letters: '' } };
  const kind = KIND_OF[name];
  // A paragraph inside an item or a quote has the kind of its parent.
  return kind ? { ...around, kind, wordItem: undefined } : around;
}

/** A bracket, four letters or numerals, and a delimiter. */
const WORD_MARK_LENGTH = 6;

/** Word marks the kind of a list only by the text of its markers. */
const kindOfWordItem = (letters: string): 'bullet' | 'ordered' =>
  /^\(?[\da-z]{1,4}[.)]/i.test(letters) ? 'ordered' : 'bullet';

function alignmentOf({ class: classes = '', align = '' }: Attributes, css: Css) {
  const own = classes.split(/\s+/).map((name) => /^align-(\w+)$/.exec(name)?.[1] ?? '');
  const asked = [...own, css['text-align'] ?? '', align.toLowerCase()];
  return asked.map((text) => asMember(ALIGNMENTS, text)).find((found) => found !== undefined);
}

function styleOfElement(
  name: string,
  attributes: Attributes,
  { css, around }: { css: Css; around: Style },
): Style {
  const link = name === 'a' ? sanitiseLink(attributes.href ?? '') : null;
  const stress = STRESS_OF[name];
  return {
    ...(stress && { [stress]: true }),
    ...emphasisOfCss(css),
    ...(around.link === undefined && link !== null && { link }),
    ...styleOfClasses(attributes.class),
  };
}

/** Bold, italic and other emphasis from CSS. Fonts, sizes and colours of other programs are dropped. */
function emphasisOfCss(css: Css): Style {
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

function styleOfClasses(classes = ''): Style {
  const looks: Style = {};
  for (const name of classes.split(/\s+/)) {
    const [, area = '', value = ''] = /^(font|size|ink|mark)-(\w+)$/.exec(name) ?? [];
    if (area === 'font') looks.family = asMember(FONT_FAMILIES, value) ?? looks.family;
    if (area === 'size') looks.size = asMember(FONT_SIZES, value) ?? looks.size;
    if (area === 'ink') looks.ink = asMember(TEXT_COLORS, value) ?? looks.ink;
    if (area === 'mark') looks.marker = asMember(MARKERS, value) ?? looks.marker;
  }
  return looks;
}

type Css = Readonly<Record<string, string>>;

const NO_CSS: Css = {};

function readCss(style = ''): Css {
  if (style === '') return NO_CSS;
  const declarations = style.toLowerCase().split(';');
  return Object.fromEntries(
    declarations.map((declaration) => {
      const colon = declaration.indexOf(':');
      return [declaration.slice(0, colon).trim(), declaration.slice(colon + 1).trim()];
    }),
  );
}
