import { longestCommonSubsequence } from './longest-common-subsequence';
import type { TimeRange } from './time-range';
import type { Word } from './transcript';

/** Control characters, halves of characters, and what makes a text read in another order than it is stored. */
const UNPRINTABLE = /(?!\s)\p{Cc}|\p{Cs}|[\u202a-\u202e\u2066-\u2069]/gu;

export const splitWords = (text: string): string[] =>
  text.replace(UNPRINTABLE, '').split(/\s+/u).filter(Boolean);

/**
 * An unchanged word, in the same order, keeps its time, confidence and marks; new words share the time of the
 * words they replace, or the pause in which they are inserted, by their length. Typed words have confidence
 * 1.
 * @param before in chronological order, all inside `span`, as is the result
 */
export function retimeWords(before: readonly Word[], typed: readonly string[], span: TimeRange): Word[] {
  const kept = longestCommonSubsequence(
    before.map(({ text }) => text),
    typed,
  );
  const words: Word[] = [];
  let oldIndex = 0;
  for (const { inBefore, inTyped } of [...kept, { inBefore: before.length, inTyped: typed.length }]) {
    const replaced = before.slice(oldIndex, inBefore);
    const added = typed.slice(words.length, inTyped);
    if (added.length > 0)
      words.push(...distributeTime(added, gapFor(replaced, words.at(-1), before[inBefore], span)));
    if (inBefore < before.length) words.push(before[inBefore]!);
    oldIndex = inBefore + 1;
  }
  return words;
}

/** That of the words they replace, or the pause between their neighbours. */
function gapFor(
  replaced: readonly Word[],
  previous: Word | undefined,
  next: Word | undefined,
  span: TimeRange,
): TimeRange {
  const to = next?.startMs ?? span.endMs;
  const from = Math.min(to, previous?.endMs ?? span.startMs);
  const startMs = Math.min(to, Math.max(from, replaced[0]?.startMs ?? from));
  const endMs = Math.min(to, replaced.at(-1)?.endMs ?? to);
  return { startMs, endMs: Math.max(startMs, endMs) };
}

function distributeTime(texts: readonly string[], { startMs, endMs }: TimeRange): Word[] {
  const total = texts.reduce((sum, text) => sum + text.length, 0);
  const at = (letters: number) => startMs + Math.round(((endMs - startMs) * letters) / total);
  let letters = 0;
  return texts.map((text) => {
    const wordStartMs = at(letters);
    letters += text.length;
    return { text, startMs: wordStartMs, endMs: at(letters), confidence: 1 };
  });
}
