import { longestCommonSubsequence } from './longest-common-subsequence';
import type { Word } from './transcript';

/** The visible parts of a word: its text with the surrounding white space, and its marks. */
export type StyledWord = Pick<Word, 'text' | 'highlight' | 'struck'>;

/** Consecutive words of one style; `isDifferent` when the other text differs here, in words or style. */
export type ComparedRun<Shown> = Shown & { isDifferent: boolean };

/** @param styleOf the visible style of a word, beside its text @returns the runs of both texts */
export function compareWords<Shown extends { text: string }>(
  one: readonly Shown[],
  other: readonly Shown[],
  styleOf: (word: Shown) => unknown[],
): [ComparedRun<Shown>[], ComparedRun<Shown>[]] {
  const styleKey = (word: Shown) => JSON.stringify(styleOf(word));
  const keyOf = (word: Shown) => JSON.stringify([word.text.trim(), styleKey(word)]);
  const same = longestCommonSubsequence(one.map(keyOf), other.map(keyOf));
  const inOne = new Set(same.map(({ inBefore }) => inBefore));
  const inOther = new Set(same.map(({ inTyped }) => inTyped));
  return [runsOf(one, inOne, styleKey), runsOf(other, inOther, styleKey)];
}

function runsOf<Shown extends { text: string }>(
  words: readonly Shown[],
  same: ReadonlySet<number>,
  styleKey: (word: Shown) => string,
): ComparedRun<Shown>[] {
  const runs: ComparedRun<Shown>[] = [];
  words.forEach((word, index) => {
    const isDifferent = !same.has(index);
    const last = runs.at(-1);
    if (last?.isDifferent === isDifferent && styleKey(last) === styleKey(word)) last.text += word.text;
    else runs.push({ ...word, isDifferent });
  });
  return runs;
}
