import { Parser } from 'htmlparser2';
import { MarkupReader } from '@/app/domain/document/read-markup';
import type { RichText } from '@/app/domain/document/rich-text';
import { type HtmlOptions, writeHtml } from '@/app/domain/document/write-html';

/** The document in any HTML: what it holds besides the formats of documents is left out. */
export function readHtml(html: string): RichText {
  const reader = new MarkupReader();
  const parser = new Parser({
    onopentag: (name, attributes) => reader.open(name, attributes),
    ontext: (text) => reader.text(text),
    onclosetag: () => reader.close(),
  });
  parser.end(html);
  return reader.finish();
}

/**
 * HTML as a document may hold it. Pages and files are made from what this gives, whatever is kept, so that
 * nothing that came into the database in another way is shown either.
 */
export const sanitiseDocumentHtml = (html: string, options?: HtmlOptions): string =>
  writeHtml(readHtml(html), options);
