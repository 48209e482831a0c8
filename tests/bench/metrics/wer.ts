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

/** Levenshtein rows: fewest errors after more words of the reference, for each prefix of the hypothesis. */
function alignmentsAfter(words: readonly string[], heard: readonly string[], start: Counts[]): Counts[] {
  let row = start;
  for (const word of words) {
    const first = row[0]!;
    const next: Counts[] = [{ ...first, deletions: first.deletions + 1, words: first.words + 1 }];
    for (const [j, other] of heard.entries()) {
      const [diagonal, above, left] = [row[j]!, row[j + 1]!, next[j]!];
      const isSame = word === other;
      const [kept, deleted, inserted] = [
        errorsOf(diagonal) + (isSame ? 0 : 1),
        errorsOf(above) + 1,
        errorsOf(left) + 1,
      ];
      if (kept <= deleted && kept <= inserted) {
        const substitutions = diagonal.substitutions + (isSame ? 0 : 1);
        next.push({ ...diagonal, substitutions, words: diagonal.words + 1 });
      } else if (deleted <= inserted) {
        next.push({ ...above, deletions: above.deletions + 1, words: above.words + 1 });
      } else {
        next.push({ ...left, insertions: left.insertions + 1 });
      }
    }
    row = next;
  }
  return row;
}

const fewer = (one: Counts, other: Counts) => (errorsOf(other) < errorsOf(one) ? other : one);

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
