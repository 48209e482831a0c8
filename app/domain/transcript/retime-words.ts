import type { Word } from './transcript';

/** A time range of the recording, in whole milliseconds. */
export interface TimeRange {
  startMs: number;
  endMs: number;
}

/** Above this number of comparisons, two texts are treated as entirely different in the middle. */
const MAX_COMPARISONS = 4_000_000;

/** Splits a text at white space. */
export const splitWords = (text: string): string[] => text.split(/\s+/u).filter(Boolean);

/**
 * Computes the word times of an edited text. An unchanged word, in the same order, keeps its time, confidence
 * and marks; new words share the time of the words they replace, or the pause in which they are inserted, by
 * their length. A typed word has confidence 1.
 *
 * @param before words in chronological order, all inside `span`
 * @returns one word for each of `typed`, in chronological order, all inside `span`
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

/**
 * The time range for inserted words: that of the words they replace, or the pause between their neighbours.
 */
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

interface IndexPair {
  inBefore: number;
  inTyped: number;
}

/**
 * Longest common subsequence (diff) of two word lists. Edits are small, so a common prefix and suffix are
 * skipped first.
 */
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
  if (rows === 0 || columns === 0 || rows * columns > MAX_COMPARISONS) return [];
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
