import { foldWord } from '../library/searchable-words';
import { internTexts, matchStretch, newWorkBudget } from '../transcript/match-sequences';
import type { TimeRange } from '../transcript/time-range';

/** A word with its time, as a recognizer heard it. */
export interface RecognizedWord extends TimeRange {
  text: string;
}

export interface WordAlignment {
  /** The heard times by word of the text; null for a word that was not heard so. */
  times: (TimeRange | null)[];
  /** For each word of the text the heard word that it is, or -1. Rising. */
  partners: Int32Array;
}

/** Letters that two words need in common, as a share of the longer one, to be the same word heard otherwise. */
const LEAST_SIMILARITY = 0.5;

/** Comparisons of letters in all gaps together: some tenths of a second. */
const MAX_COMPARISONS = 40_000_000;

/**
 * Global alignment of a text with what a recognizer heard: words that occur once on both sides and the shortest
 * edit between them, then similar words in the gaps (Needleman and Wunsch, 1970, with the share of letters in
 * common as score).
 * @param heard in chronological order
 */
export function alignWords(texts: readonly string[], heard: readonly RecognizedWord[]): WordAlignment {
  const [written, spoken] = [texts.map(foldWord), heard.map(({ text }) => foldWord(text))];
  // What has neither letter nor digit is never said.
  const keyOf = (word: string, index: number, side: string) => word || `${side}${index}`;
  const sides = internTexts(
    written.map((word, index) => keyOf(word, index, '<')),
    spoken.map((word, index) => keyOf(word, index, '>')),
  );
  const whole = { from: 0, to: texts.length, otherFrom: 0, otherTo: heard.length };
  matchStretch({ ...sides, budget: newWorkBudget() }, whole);
  const { partners } = sides;
  matchSimilar(partners, written, spoken);
  const times = Array.from(partners, (partner) => {
    const word = heard[partner];
    return word ? { startMs: word.startMs, endMs: word.endMs } : null;
  });
  return { times, partners };
}

/** Gives similar words in the gaps between partners to each other. */
function matchSimilar(partners: Int32Array, written: readonly string[], spoken: readonly string[]): void {
  let budget = MAX_COMPARISONS;
  let [from, otherFrom] = [0, 0];
  for (let index = 0; index <= written.length; index += 1) {
    const partner = index < written.length ? partners[index]! : spoken.length;
    if (partner < 0) continue;
    const [gap, otherGap] = [written.slice(from, index), spoken.slice(otherFrom, partner)];
    const cost = lettersOf(gap) * lettersOf(otherGap);
    if (gap.length > 0 && otherGap.length > 0 && cost <= budget) {
      budget -= cost;
      for (const [one, other] of alignGap(gap, otherGap)) partners[from + one] = otherFrom + other;
    }
    [from, otherFrom] = [index + 1, partner + 1];
  }
}

const lettersOf = (words: readonly string[]) => words.reduce((sum, { length }) => sum + length + 1, 0);

/** Pairs of indexes, both rising, with the greatest sum of similarities. */
function alignGap(gap: readonly string[], otherGap: readonly string[]): [number, number][] {
  const width = otherGap.length + 1;
  const best = new Float64Array((gap.length + 1) * width);
  const scores = new Float64Array(gap.length * otherGap.length);
  for (let i = gap.length - 1; i >= 0; i -= 1) {
    for (let j = otherGap.length - 1; j >= 0; j -= 1) {
      const score = similarity(gap[i]!, otherGap[j]!);
      scores[i * otherGap.length + j] = score;
      const skipped = Math.max(best[(i + 1) * width + j]!, best[i * width + j + 1]!);
      const paired = score < LEAST_SIMILARITY ? 0 : score + best[(i + 1) * width + j + 1]!;
      best[i * width + j] = Math.max(skipped, paired);
    }
  }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < gap.length && j < otherGap.length; ) {
    const score = scores[i * otherGap.length + j]!;
    const isPaired =
      score >= LEAST_SIMILARITY && best[i * width + j] === score + best[(i + 1) * width + j + 1]!;
    if (isPaired) pairs.push([i++, j++]);
    else if (best[(i + 1) * width + j]! >= best[i * width + j + 1]!) i += 1;
    else j += 1;
  }
  return pairs;
}

/** 1 for the same, 0 for nothing in common: letters in common, in order, as a share of the longer word. */
function similarity(one: string, other: string): number {
  if (one === '' || other === '') return 0;
  let row = new Uint16Array(other.length + 1);
  for (const letter of one) {
    const next = new Uint16Array(other.length + 1);
    for (let j = 0; j < other.length; j += 1) {
      next[j + 1] = letter === other[j] ? row[j]! + 1 : Math.max(row[j + 1]!, next[j]!);
    }
    row = next;
  }
  return row[other.length]! / Math.max(one.length, other.length);
}
