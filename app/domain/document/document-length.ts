import { MAX_CONTENT_LENGTH } from './forms';
import type { Paragraph } from './rich-text';

/** Paragraphs and runs of a document together: five for each line of its 1,500 pages. */
const MAX_PARTS = 400_000;

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
