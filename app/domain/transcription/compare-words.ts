import { longestCommonSubsequence } from './retime-words';
import type { Word } from './transcript';

/** What somebody sees of a word: its text, with the white space around it, and its marks. */
export type ShownWord = Pick<Word, 'text' | 'highlight' | 'struck'>;

/** Words that follow one another and look alike; `isDifferent` from the other text, in words or in marks. */
export interface ComparedRun extends ShownWord {
  isDifferent: boolean;
}

/** Where two texts differ, word by word. @returns the runs of the one and of the other */
export function compareWords(
  one: readonly ShownWord[],
  other: readonly ShownWord[],
): [ComparedRun[], ComparedRun[]] {
  const same = longestCommonSubsequence(one.map(keyOf), other.map(keyOf));
  const inOne = new Set(same.map(({ inBefore }) => inBefore));
  const inOther = new Set(same.map(({ inTyped }) => inTyped));
  return [runsOf(one, inOne), runsOf(other, inOther)];
}

const keyOf = ({ text, highlight, struck }: ShownWord) => JSON.stringify([text.trim(), highlight, struck]);

function runsOf(words: readonly ShownWord[], same: ReadonlySet<number>): ComparedRun[] {
  const runs: ComparedRun[] = [];
  words.forEach(({ text, highlight, struck }, index) => {
    const isDifferent = !same.has(index);
    const last = runs.at(-1);
    const continues =
      last?.isDifferent === isDifferent && last.highlight === highlight && last.struck === struck;
    if (continues) last.text += text;
    else runs.push({ text, isDifferent, ...(highlight && { highlight }), ...(struck && { struck }) });
  });
  return runs;
}
