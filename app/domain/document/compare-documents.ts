import type { DocumentBlock } from './document-change';
import { isSameText, type Paragraph } from './rich-text';

/**
 * What has to be replaced in a text so that it becomes another: the paragraphs from the first that differs to the
 * last. At least one is replaced, since a change says where it is by what it takes away.
 * @returns null when they are the same
 */
export function differenceOf(
  before: readonly DocumentBlock[],
  after: readonly Paragraph[],
): { removed: DocumentBlock[]; added: Paragraph[] } | null {
  const isSame = (one: Paragraph | undefined, other: Paragraph | undefined) =>
    one !== undefined && other !== undefined && isSameText([one], [other]);
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && isSame(before[start], after[start])) start += 1;
  if (start === before.length && start === after.length) return null;
  let end = 0;
  while (end < shorter - start && isSame(before.at(-1 - end), after.at(-1 - end))) end += 1;
  if (start + end === before.length) {
    if (start > 0) start -= 1;
    else end -= 1;
  }
  return {
    removed: before.slice(start, before.length - end),
    added: after.slice(start, after.length - end),
  };
}
