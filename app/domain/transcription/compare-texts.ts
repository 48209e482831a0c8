import type { UtteranceView } from './transcript-change';

/** A stretch in which two texts differ: what stands in one, and what in its place in the other. */
export interface Difference {
  /** Where it is in the recording. */
  startMs: number;
  removed: UtteranceView[];
  added: UtteranceView[];
}

const keyOf = ({ speaker, startMs, text, marks = [] }: UtteranceView) =>
  JSON.stringify([startMs, speaker, text, marks]);

/**
 * Where two versions of a transcript differ, utterance by utterance. Both run through the same recording, so
 * that equal utterances are found at the same time in both.
 */
export function compareTexts(
  before: readonly UtteranceView[],
  after: readonly UtteranceView[],
): Difference[] {
  const differences: Difference[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const [left, right] = [before[i], after[j]];
    if (left && right && keyOf(left) === keyOf(right)) {
      i += 1;
      j += 1;
      continue;
    }
    const startMs = Math.min(left?.startMs ?? Infinity, right?.startMs ?? Infinity);
    const difference: Difference = { startMs, removed: [], added: [] };
    // Up to the next utterance that stands in both.
    while (i < before.length || j < after.length) {
      const [one, other] = [before[i], after[j]];
      if (one && other && keyOf(one) === keyOf(other)) break;
      if (one && (!other || one.startMs <= other.startMs)) {
        difference.removed.push(one);
        i += 1;
        if (other && other.startMs === one.startMs) {
          difference.added.push(other);
          j += 1;
        }
      } else if (other) {
        difference.added.push(other);
        j += 1;
      }
    }
    differences.push(difference);
  }
  return differences;
}
