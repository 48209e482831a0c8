import { Parser } from 'htmlparser2';

const MARKUP = /<\/?[a-z][^<>]*>|&(?:#\d+|#x[\da-f]+|[a-z][\da-z]*);/i;
const LINE_ENDS: ReadonlySet<string> = new Set(['p', 'div', 'li', 'tr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const UNSEEN: ReadonlySet<string> = new Set(['script', 'style', 'title', 'template']);

/** Of a description before its markup is read. */
const MAX_MARKUP_LENGTH = 64 * 1024;

/**
 * Text without its markup, which Google's descriptions may have. Links keep their address. A text without any tag or
 * character reference stays as it is.
 */
export function toPlainText(description: string): string {
  const text = description.slice(0, MAX_MARKUP_LENGTH);
  return MARKUP.test(text) ? readMarkup(text) : text;
}

/** The opposite: a text that Google shows as it was typed. */
export function toDescription(text: string): string {
  if (!MARKUP.test(text)) return text;
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function readMarkup(text: string): string {
  let plain = '';
  let unseen = 0;
  let link: { href: string; at: number } | null = null;
  const endLine = () => {
    if (plain !== '' && !plain.endsWith('\n')) plain += '\n';
  };
  const parser = new Parser(
    {
      onopentag(name, { href }) {
        if (UNSEEN.has(name)) unseen += 1;
        if (name === 'br') plain += '\n';
        if (LINE_ENDS.has(name)) endLine();
        if (name === 'a' && href) link = { href, at: plain.length };
      },
      ontext(piece) {
        if (unseen === 0) plain += piece;
      },
      onclosetag(name) {
        if (UNSEEN.has(name)) unseen -= 1;
        if (LINE_ENDS.has(name)) endLine();
        if (name !== 'a' || !link) return;
        const isShown = plain.slice(link.at).includes(link.href);
        if (!isShown && /^https?:\/\//i.test(link.href)) plain += ` (${link.href})`;
        link = null;
      },
    },
    { decodeEntities: true },
  );
  parser.end(text);
  return plain.trim();
}
