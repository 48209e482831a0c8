import { cheapestAssignment } from './assignment';
import { errorsOf, percentOf, wordErrors } from './wer';

export interface SpokenText {
  speaker: string | number;
  text: string;
}

function textBySpeaker(turns: readonly SpokenText[]): string[] {
  const texts = new Map<string | number, string>();
  for (const { speaker, text } of turns) texts.set(speaker, `${texts.get(speaker) ?? ''} ${text}`);
  return [...texts.values()];
}

/**
 * Concatenated minimum-permutation word error rate: concatenates each speaker's turns, and pairs hypothesis
 * speakers with reference speakers for the fewest errors; an unpaired speaker counts as a whole (CHiME-6
 * challenge, Watanabe et al., 2020).
 * @returns errors, words of the reference, and their ratio in percent
 */
export function concatenatedWordErrors(
  reference: readonly SpokenText[],
  hypothesis: readonly SpokenText[],
): { errors: number; words: number; percent: number } {
  const expected = textBySpeaker(reference);
  const heard = textBySpeaker(hypothesis);
  const size = Math.max(expected.length, heard.length);
  const pairs = Array.from({ length: size }, (_, i) =>
    Array.from({ length: size }, (_, j) => wordErrors(expected[i] ?? '', heard[j] ?? '')),
  );
  const paired = cheapestAssignment(pairs.map((row) => row.map(errorsOf))).map((j, i) => pairs[i]![j]!);
  const errors = paired.reduce((sum, pair) => sum + errorsOf(pair), 0);
  const words = paired.reduce((sum, pair) => sum + pair.words, 0);
  return { errors, words, percent: percentOf(errors, words) };
}
