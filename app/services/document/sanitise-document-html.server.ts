import { Parser } from 'htmlparser2';
import { HtmlDocumentParser } from '@/app/domain/document/html-document-parser';
import { type HtmlOptions, renderHtml } from '@/app/domain/document/render-html';
import type { RichText } from '@/app/domain/document/rich-text';
import { AppError } from '@/app/domain/errors';

/** Nesting limit: our own HTML nests about a dozen levels, and the parser slows down with depth. */
const MAX_DEPTH = 1_000;

/** Drops markup that documents do not support. @throws AppError 'form.malformed' for too deep a nesting */
export function readHtml(html: string): RichText {
  const reader = new HtmlDocumentParser();
  let depth = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1;
      if (depth > MAX_DEPTH) throw new AppError('form.malformed');
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

/** Pages and exports use it on output too, for HTML that reached the database in another way. */
export const sanitiseDocumentHtml = (html: string, options?: HtmlOptions): string =>
  renderHtml(readHtml(html), options);
