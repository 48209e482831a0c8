import { append } from '../append';
import { longestCommonSubsequence } from './longest-common-subsequence';
import type { TimeRange } from './time-range';
import type { Word } from './transcript';

/** Control characters, halves of characters, and what makes a text read in another order than it is stored. */
const UNPRINTABLE = /(?!\s)\p{Cc}|\p{Cs}|[\u202a-\u202e\u2066-\u2069]/gu;

export const splitWords = (text: string): string[] =>
  text.replace(UNPRINTABLE, '').split(/\s+/u).filter(Boolean);

/** A typed word with less time than this, the unit of the page's timings, is heard over its neighbours. */
const LEAST_WORD_MS = 40;

/**
 * An unchanged word, in the same order, keeps its time, confidence and marks. New words share the time of the
 * words they replace, or the pause in which they are inserted, by their length; without such time they begin
 * in the middle of the word before and end in the middle of the one after. None is without length. Typed words
 * have confidence 1.
 * @param before with rising starts, all inside `span`, as is the result
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
    if (added.length > 0) {
      const [previous, next] = [words.at(-1), before[inBefore]];
      const gap = gapFor(replaced, previous, next, span);
      const isNarrow = gap.endMs - gap.startMs < added.length * LEAST_WORD_MS;
      const room = isNarrow ? overNeighbours(gap, previous, next) : gap;
      append(words, distributeTime(added, room, next?.startMs));
    }
    if (inBefore < before.length) words.push(before[inBefore]!);
    oldIndex = inBefore + 1;
  }
  return words;
}

/** That of the words they replace, or the pause between their neighbours; up to the ends of the span at the ends. */
function gapFor(
  replaced: readonly Word[],
  previous: Word | undefined,
  next: Word | undefined,
  span: TimeRange,
): TimeRange {
  const to = next?.startMs ?? span.endMs;
  const from = Math.min(to, previous?.endMs ?? span.startMs);
  const startMs = previous ? Math.min(to, Math.max(from, replaced[0]?.startMs ?? from)) : from;
  const endMs = next ? Math.min(to, replaced.at(-1)?.endMs ?? to) : to;
  return { startMs, endMs: Math.max(startMs, endMs) };
}

/** From the middle of the word before to the middle of the word after. */
function overNeighbours(gap: TimeRange, previous: Word | undefined, next: Word | undefined): TimeRange {
  return {
    startMs: previous ? Math.min(gap.startMs, middleOf(previous)) : gap.startMs,
    endMs: next ? Math.max(gap.endMs, middleOf(next)) : gap.endMs,
  };
}

const middleOf = ({ startMs, endMs }: TimeRange) => Math.round((startMs + endMs) / 2);

/** @param latestStartMs when the next word starts, before which these do */
function distributeTime(
  texts: readonly string[],
  { startMs, endMs }: TimeRange,
  latestStartMs = Number.POSITIVE_INFINITY,
): Word[] {
  const total = texts.reduce((sum, text) => sum + text.length, 0);
  const at = (letters: number) => startMs + Math.round(((endMs - startMs) * letters) / total);
  let letters = 0;
  return texts.map((text) => {
    const wordStartMs = Math.min(at(letters), latestStartMs);
    letters += text.length;
    return { text, startMs: wordStartMs, endMs: Math.max(wordStartMs + 1, at(letters)), confidence: 1 };
  });
}
