import { normaliseText } from './normalise-text';

export interface WordErrors {
  substitutions: number;
  deletions: number;
  insertions: number;
  /** Words of the reference. */
  words: number;
  /** Errors in percent of the reference's words; may pass 100. */
  percent: number;
}

interface Counts {
  substitutions: number;
  deletions: number;
  insertions: number;
}

const sum = (counts: Counts) => counts.substitutions + counts.deletions + counts.insertions;

/**
 * Word error rate: the fewest substitutions, deletions and insertions that turn the
 * reference into the hypothesis, by the reference's words, both normalised.
 * An empty reference counts as 0 % against nothing and 100 % against anything.
 */
export function wordErrors(reference: string, hypothesis: string): WordErrors {
  const expected = normaliseText(reference);
  const heard = normaliseText(hypothesis);
  let row: Counts[] = [{ substitutions: 0, deletions: 0, insertions: 0 }];
  for (const _ of heard) row.push({ ...row.at(-1)!, insertions: row.at(-1)!.insertions + 1 });
  for (const word of expected) {
    const next: Counts[] = [{ ...row[0]!, deletions: row[0]!.deletions + 1 }];
    heard.forEach((other, j) => {
      const diagonal = row[j]!;
      const candidates: Counts[] = [
        word === other ? diagonal : { ...diagonal, substitutions: diagonal.substitutions + 1 },
        { ...row[j + 1]!, deletions: row[j + 1]!.deletions + 1 },
        { ...next[j]!, insertions: next[j]!.insertions + 1 },
      ];
      next.push(candidates.reduce((best, candidate) => (sum(candidate) < sum(best) ? candidate : best)));
    });
    row = next;
  }
  const counts = row.at(-1)!;
  const percent = expected.length > 0 ? (100 * sum(counts)) / expected.length : heard.length > 0 ? 100 : 0;
  return { ...counts, words: expected.length, percent };
}
