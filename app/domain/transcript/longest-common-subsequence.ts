import { internTexts, matchStretch, newWorkBudget } from './match-sequences';

/** Above this number of comparisons, a common subsequence is found that may not be the longest. */
const MAX_COMPARISONS = 4_000_000;

interface IndexPair {
  inBefore: number;
  inTyped: number;
}

/** Edits are small, so a common prefix and suffix are skipped first. */
export function longestCommonSubsequence(before: readonly string[], typed: readonly string[]): IndexPair[] {
  let head = 0;
  while (head < before.length && head < typed.length && before[head] === typed[head]) head += 1;
  let tail = 0;
  const most = Math.min(before.length, typed.length) - head;
  while (tail < most && before.at(-1 - tail) === typed.at(-1 - tail)) tail += 1;
  const matches: IndexPair[] = [];
  for (let i = 0; i < head; i += 1) matches.push({ inBefore: i, inTyped: i });
  const middle = alignMiddle(
    before.slice(head, before.length - tail),
    typed.slice(head, typed.length - tail),
  );
  for (const { inBefore, inTyped } of middle)
    matches.push({ inBefore: head + inBefore, inTyped: head + inTyped });
  for (let i = tail; i > 0; i -= 1) {
    matches.push({ inBefore: before.length - i, inTyped: typed.length - i });
  }
  return matches;
}

function alignMiddle(before: readonly string[], typed: readonly string[]): IndexPair[] {
  const [rows, columns] = [before.length, typed.length];
  if (rows * columns > MAX_COMPARISONS) return matchLongTexts(before, typed);
  const width = columns + 1;
  const longest = new Uint32Array((rows + 1) * width);
  for (let i = rows - 1; i >= 0; i -= 1) {
    for (let j = columns - 1; j >= 0; j -= 1) {
      longest[i * width + j] =
        before[i] === typed[j]
          ? longest[(i + 1) * width + j + 1]! + 1
          : Math.max(longest[(i + 1) * width + j]!, longest[i * width + j + 1]!);
    }
  }
  const matches: IndexPair[] = [];
  for (let i = 0, j = 0; i < rows && j < columns; ) {
    if (before[i] === typed[j]) matches.push({ inBefore: i++, inTyped: j++ });
    else if (longest[(i + 1) * width + j]! >= longest[i * width + j + 1]!) i += 1;
    else j += 1;
  }
  return matches;
}

function matchLongTexts(before: readonly string[], typed: readonly string[]): IndexPair[] {
  const sides = { ...internTexts(before, typed), budget: newWorkBudget() };
  matchStretch(sides, { from: 0, to: before.length, otherFrom: 0, otherTo: typed.length });
  return [...sides.partners].flatMap((inTyped, inBefore) => (inTyped < 0 ? [] : { inBefore, inTyped }));
}
