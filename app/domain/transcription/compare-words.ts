import { longestCommonSubsequence } from './retime-words';
import type { Word } from './transcript';

/** What somebody sees of a word: its text, with the white space around it, and its marks. */
export type ShownWord = Pick<Word, 'text' | 'highlight' | 'struck'>;

/** Words that follow one another and look alike; `isDifferent` from the other text, in words or in looks. */
export type ComparedRun<Shown> = Shown & { isDifferent: boolean };

/**
 * Where two texts differ, word by word.
 * @param lookOf what there is to see of a word beside its text
 * @returns the runs of the one and of the other
 */
export function compareWords<Shown extends { text: string }>(
  one: readonly Shown[],
  other: readonly Shown[],
  lookOf: (word: Shown) => unknown[],
): [ComparedRun<Shown>[], ComparedRun<Shown>[]] {
  const lookKey = (word: Shown) => JSON.stringify(lookOf(word));
  const keyOf = (word: Shown) => JSON.stringify([word.text.trim(), lookKey(word)]);
  const same = longestCommonSubsequence(one.map(keyOf), other.map(keyOf));
  const inOne = new Set(same.map(({ inBefore }) => inBefore));
  const inOther = new Set(same.map(({ inTyped }) => inTyped));
  return [runsOf(one, inOne, lookKey), runsOf(other, inOther, lookKey)];
}

function runsOf<Shown extends { text: string }>(
  words: readonly Shown[],
  same: ReadonlySet<number>,
  lookKey: (word: Shown) => string,
): ComparedRun<Shown>[] {
  const runs: ComparedRun<Shown>[] = [];
  words.forEach((word, index) => {
    const isDifferent = !same.has(index);
    const last = runs.at(-1);
    if (last?.isDifferent === isDifferent && lookKey(last) === lookKey(word)) last.text += word.text;
    else runs.push({ ...word, isDifferent });
  });
  return runs;
}
