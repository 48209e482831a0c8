import { Parser } from 'htmlparser2';
import { type MarkupElement, type MarkupNode, readMarkup } from '@/app/domain/document/read-markup';
import type { RichText } from '@/app/domain/document/rich-text';
import { type HtmlOptions, writeHtml } from '@/app/domain/document/write-html';

/** The document in any HTML: what it holds besides the formats of documents is left out. */
export function readHtml(html: string): RichText {
  return readMarkup(parse(html));
}

/**
 * HTML as a document may hold it. Pages and files are made from what this gives, whatever is kept, so that
 * nothing that came into the database in another way is shown either.
 */
export const sanitiseDocumentHtml = (html: string, options?: HtmlOptions): string =>
  writeHtml(readHtml(html), options);

interface OpenElement extends MarkupElement {
  children: MarkupNode[];
}

function parse(html: string): MarkupNode[] {
  const root: OpenElement = { name: '', attributes: {}, children: [] };
  const open = [root];
  const parser = new Parser({
    onopentag(name, attributes) {
      const element: OpenElement = { name, attributes, children: [] };
      open.at(-1)!.children.push(element);
      open.push(element);
    },
    ontext(text) {
      open.at(-1)!.children.push(text);
    },
    onclosetag() {
      if (open.length > 1) open.pop();
    },
  });
  parser.end(html);
  return root.children;
}
