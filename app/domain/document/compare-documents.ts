import { longestCommonSubsequence } from '../transcript/longest-common-subsequence';
import type { EditableParagraph } from './document-change';
import { isSameText, type Paragraph, paragraphKey } from './rich-text';

/**
 * The first consecutive paragraphs that differ; null when the texts are equal. At least one paragraph is
 * replaced, since a change is located by what it removes.
 */
export function firstDifference(
  before: readonly EditableParagraph[],
  after: readonly Paragraph[],
): { removed: EditableParagraph[]; added: Paragraph[] } | null {
  const isSame = (one: Paragraph | undefined, other: Paragraph | undefined) =>
    one !== undefined && other !== undefined && isSameText([one], [other]);
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && isSame(before[start], after[start])) start += 1;
  if (start === before.length && start === after.length) return null;
  let end = 0;
  while (end < shorter - start && isSame(before.at(-1 - end), after.at(-1 - end))) end += 1;
  const middle = [before.slice(start, before.length - end), after.slice(start, after.length - end)] as const;
  const { removed, added } = compareDocuments(...middle)[0]!;
  const [one, other] = [removed.length, added.length];
  if (one > 0) return { removed: before.slice(start, start + one), added };
  const beside = start > 0 ? [start - 1, start] : [start, start + 1];
  return {
    removed: before.slice(...beside),
    added: after.slice(beside[0], (start > 0 ? start : start + 1) + other),
  };
}

interface ParagraphDifference {
  /** Index of its first paragraph in the first text. */
  at: number;
  removed: Paragraph[];
  added: Paragraph[];
}

function compareDocuments(before: readonly Paragraph[], after: readonly Paragraph[]): ParagraphDifference[] {
  const same = longestCommonSubsequence(before.map(paragraphKey), after.map(paragraphKey));
  const ends = [...same, { inBefore: before.length, inTyped: after.length }];
  let [i, j] = [0, 0];
  return ends.flatMap(({ inBefore, inTyped }) => {
    const difference = { at: i, removed: before.slice(i, inBefore), added: after.slice(j, inTyped) };
    [i, j] = [inBefore + 1, inTyped + 1];
    return difference.removed.length + difference.added.length > 0 ? [difference] : [];
  });
}
