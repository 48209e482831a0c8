import type { Utterance } from './transcript';

/** A stretch in which two texts differ: what stands in one, and what in its place in the other. */
export interface Difference {
  /** Where it is in the recording. */
  startMs: number;
  removed: string[];
  added: string[];
}

type Line = Pick<Utterance, 'speaker' | 'startMs' | 'text'>;

const lineOf = ({ speaker, text }: Line) => `${speaker}: ${text}`;

/**
 * Where two versions of a transcript differ, utterance by utterance. Both run through the same recording, so
 * that equal utterances are found at the same time in both.
 */
export function compareTexts(before: readonly Line[], after: readonly Line[]): Difference[] {
  const differences: Difference[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const [left, right] = [before[i], after[j]];
    if (left && right && left.startMs === right.startMs && lineOf(left) === lineOf(right)) {
      i += 1;
      j += 1;
      continue;
    }
    const startMs = Math.min(left?.startMs ?? Infinity, right?.startMs ?? Infinity);
    const difference: Difference = { startMs, removed: [], added: [] };
    // Up to the next utterance that stands in both.
    while (i < before.length || j < after.length) {
      const [one, other] = [before[i], after[j]];
      if (one && other && one.startMs === other.startMs && lineOf(one) === lineOf(other)) break;
      if (one && (!other || one.startMs <= other.startMs)) {
        difference.removed.push(lineOf(one));
        i += 1;
        if (other && other.startMs === one.startMs) {
          difference.added.push(lineOf(other));
          j += 1;
        }
      } else if (other) {
        difference.added.push(lineOf(other));
        j += 1;
      }
    }
    differences.push(difference);
  }
  return differences;
}
