import { rewriteInChunks } from '../format/rewrite-in-chunks';
import { isList, type Kind } from './formats';
import { groupByLink, type Paragraph, type RichText, type Run, type Style } from './rich-text';

export const ELEMENTS = {
  paragraph: 'p',
  h1: 'h1',
  h2: 'h2',
  h3: 'h3',
  quote: 'blockquote',
  bullet: 'ul',
  ordered: 'ol',
} as const satisfies Record<Kind, string>;

/** Elements of text emphasis, the outermost first. */
export const EMPHASIS_ELEMENTS = [
  ['bold', 'strong'],
  ['italic', 'em'],
  ['underline', 'u'],
  ['strike', 's'],
] as const;

export interface HtmlOptions {
  /** Adds an id to each heading: this prefix and its paragraph index. */
  headingIds?: string;
  /** Index of the first paragraph in its document. */
  firstIndex?: number;
}

/** Made of allowed formats and escaped text only, so that it is safe to embed; styles become classes. */
export function renderHtml(text: RichText, { headingIds, firstIndex = 0 }: HtmlOptions = {}): string {
  const lists: ('ul' | 'ol')[] = [];
  let html = '';
  const closeTo = (depth: number) => {
    while (lists.length > depth) html += `</li></${lists.pop()}>`;
  };
  text.forEach((paragraph, index) => {
    const { kind, indent = 0 } = paragraph;
    if (!isList(kind)) {
      closeTo(0);
      const id = headingIds && /^h\d$/.test(kind) ? ` id="${headingIds}${firstIndex + index}"` : '';
      html += `<${ELEMENTS[kind]}${id}${contentHtml(paragraph)}</${ELEMENTS[kind]}>`;
      return;
    }
    closeTo(indent + 1);
    if (lists.length === indent + 1 && lists[indent] !== ELEMENTS[kind]) closeTo(indent);
    if (lists.length === indent + 1) html += '</li>';
    else {
      lists.push(ELEMENTS[kind]);
      html += `<${ELEMENTS[kind]}>`;
    }
    html += `<li${contentHtml(paragraph)}`;
  });
  closeTo(0);
  return html;
}

/** The rest of a paragraph's start tag, and its content. */
function contentHtml(paragraph: Paragraph): string {
  const looks = paragraph.align ? ` class="align-${paragraph.align}"` : '';
  return `${looks}>${paragraph.runs.length > 0 ? inlineHtml(paragraph) : '<br>'}`;
}

/** Replaces spaces that HTML would collapse by no-break spaces. */
function inlineHtml({ runs }: Paragraph): string {
  const letters = runs.map(({ text }) => text).join('');
  let at = 0;
  const fixed = runs.map((run) => {
    const text = rewriteInChunks(run.text, (stretch, from) =>
      stretch.replace(/ /g, (space, offset: number) => {
        const place = at + from + offset;
        const isSwallowed = place === 0 || place === letters.length - 1 || letters[place - 1] === ' ';
        return isSwallowed ? '\u00a0' : space;
      }),
    );
    at += run.text.length;
    return { ...run, text };
  });
  return groupByLink(fixed)
    .map(({ link, runs: linked }) => {
      const inner = linked.map(runHtml).join('');
      return link === undefined ? inner : `<a href="${escapeHtml(link)}">${inner}</a>`;
    })
    .join('');
}

export const styleClasses = ({ family, size, ink, marker }: Style): string[] => [
  ...(family ? [`font-${family}`] : []),
  ...(size ? [`size-${size}`] : []),
  ...(ink ? [`ink-${ink}`] : []),
  ...(marker ? [`mark-${marker}`] : []),
];

function runHtml(run: Run): string {
  const classes = styleClasses(run);
  const stressed = EMPHASIS_ELEMENTS.filter(([stress]) => run[stress]).map(([, element]) => element);
  const opened = stressed.map((element) => `<${element}>`).join('');
  const closed = stressed.reverse().map((element) => `</${element}>`);
  const inner = `${opened}${escapeHtml(run.text)}${closed.join('')}`;
  return classes.length > 0 ? `<span class="${classes.join(' ')}">${inner}</span>` : inner;
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\u00a0': '&nbsp;',
};

const escapeHtml = (text: string) =>
  rewriteInChunks(text, (stretch) => stretch.replace(/[&<>"\u00a0]/g, (character) => ENTITIES[character]!));
