import { MAX_CONTENT_LENGTH } from './forms';
import type { Paragraph } from './rich-text';

/** Paragraphs and runs of a document together: five for each line of its 1,500 pages. */
const MAX_PARTS = 400_000;

/** A run of a paragraph has two of its own, and two for each emphasis that it has. */
const MAX_TAGS = 3 * MAX_PARTS;

const LESS_THAN = '<';
const PARAGRAPH_TAG = /^<p[\s>]/i;

/** Whether HTML has too many tags for one document, counted in a fraction of the time that reading it takes. */
export function hasTooManyTags(html: string): boolean {
  let tags = 0;
  let paragraphs = 0;
  for (let at = html.indexOf(LESS_THAN); at >= 0; at = html.indexOf(LESS_THAN, at + 1)) {
    tags += 1;
    if (PARAGRAPH_TAG.test(html.slice(at, at + 3))) paragraphs += 1;
    if (tags > MAX_TAGS || paragraphs > MAX_PARTS) return true;
  }
  return false;
}

/** Whether a changed text is too long for one document, and longer than `before`, its saved version. */
export function isDocumentTooLong(text: readonly Paragraph[], before: readonly Paragraph[] = []): boolean {
  const [characters, parts] = lengthOf(text);
  if (characters <= MAX_CONTENT_LENGTH && parts <= MAX_PARTS) return false;
  const [formerCharacters, formerParts] = lengthOf(before);
  return (
    characters > Math.max(MAX_CONTENT_LENGTH, formerCharacters) || parts > Math.max(MAX_PARTS, formerParts)
  );
}

function lengthOf(text: readonly Paragraph[]): [characters: number, parts: number] {
  let characters = 0;
  let parts = text.length;
  for (const { runs } of text) {
    parts += runs.length;
    for (const run of runs) characters += run.text.length;
  }
  return [characters, parts];
}
