import { Parser } from 'htmlparser2';
import { MarkupReader } from '@/app/domain/document/read-markup';
import type { RichText } from '@/app/domain/document/rich-text';
import { type HtmlOptions, writeHtml } from '@/app/domain/document/write-html';
import { AppError } from '@/app/domain/errors';

/** Ours lie within a dozen others at most, and the parser takes ever longer the deeper an element lies. */
const MOST_DEPTH = 1_000;

/**
 * The document in any HTML: what it holds besides the formats of documents is left out.
 * @throws AppError 'form.malformed' for elements within more than 1,000 others
 */
export function readHtml(html: string): RichText {
  const reader = new MarkupReader();
  let depth = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1;
      if (depth > MOST_DEPTH) throw new AppError('form.malformed');
      reader.open(name, attributes);
    },
    ontext: (text) => reader.text(text),
    onclosetag() {
      depth -= 1;
      reader.close();
    },
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
