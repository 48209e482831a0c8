import { normaliseText } from './normalise-text';
import { referenceParts } from './reference-text';

export interface WordErrors {
  substitutions: number;
  deletions: number;
  insertions: number;
  /** Words of the reference; of alternative readings, those of the matched one. */
  words: number;
  /** Errors in percent of the reference's words; may exceed 100. */
  percent: number;
}

type Counts = Omit<WordErrors, 'percent'>;

const NOTHING: Counts = { substitutions: 0, deletions: 0, insertions: 0, words: 0 };

export const errorsOf = ({ substitutions, deletions, insertions }: Counts) =>
  substitutions + deletions + insertions;

const fewer = (one: Counts, other: Counts) => (errorsOf(other) < errorsOf(one) ? other : one);

const deleted = (counts: Counts): Counts => ({
  ...counts,
  deletions: counts.deletions + 1,
  words: counts.words + 1,
});

/** Of a match or substitution, a deletion and an insertion, the one with the fewest errors. */
function cheapest([diagonal, above, left]: [Counts, Counts, Counts], isSame: boolean): Counts {
  const substitution = isSame ? 0 : 1;
  const kept = errorsOf(diagonal) + substitution;
  const least = Math.min(errorsOf(above), errorsOf(left)) + 1;
  if (kept <= least) {
    const substitutions = diagonal.substitutions + substitution;
    return { ...diagonal, substitutions, words: diagonal.words + 1 };
  }
  return errorsOf(above) < least ? deleted(above) : { ...left, insertions: left.insertions + 1 };
}

/** Levenshtein rows: fewest errors after more words of the reference, for each prefix of the hypothesis. */
function alignmentsAfter(words: readonly string[], heard: readonly string[], start: Counts[]): Counts[] {
  let row = start;
  for (const word of words) {
    const first = row[0]!;
    const next: Counts[] = [deleted(first)];
    for (const [j, other] of heard.entries()) {
      next.push(cheapest([row[j]!, row[j + 1]!, next[j]!], word === other));
    }
    row = next;
  }
  return row;
}

/**
 * Word error rate: the fewest substitutions, deletions and insertions that turn the reference into the
 * hypothesis, divided by the reference's words, both normalised. For an empty reference, 0 % if the
 * hypothesis is empty, else 100 %.
 * @param reference may contain alternative readings, see `referenceParts`
 */
export function wordErrors(reference: string, hypothesis: string): WordErrors {
  const heard = normaliseText(hypothesis);
  let row: Counts[] = [NOTHING, ...heard.map((_, j) => ({ ...NOTHING, insertions: j + 1 }))];
  for (const part of referenceParts(reference)) {
    const readings = typeof part === 'string' ? [[part]] : part;
    row = readings
      .map((words) => alignmentsAfter(words, heard, row))
      .reduce((best, other) => best.map((counts, j) => fewer(counts, other[j]!)));
  }
  const counts = row.at(-1)!;
  return { ...counts, percent: percentOf(errorsOf(counts), counts.words) };
}

/** Errors divided by words, in percent; 100 for errors in zero words. */
export function percentOf(errors: number, words: number): number {
  return words > 0 ? (100 * errors) / words : errors > 0 ? 100 : 0;
}
