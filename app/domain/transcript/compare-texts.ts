import type { RenderedUtterance } from './transcript-change';

/** One difference (diff hunk) between two transcript versions. */
export interface Difference {
  /** Start time in the recording. */
  startMs: number;
  removed: RenderedUtterance[];
  added: RenderedUtterance[];
}

const keyOf = ({ speaker, startMs, text, marks = [] }: RenderedUtterance) =>
  JSON.stringify([startMs, speaker, text, marks]);

/**
 * Diffs two versions of a transcript, utterance by utterance. Both describe the same recording, so equal
 * utterances have equal start times.
 */
export function compareTexts(
  before: readonly RenderedUtterance[],
  after: readonly RenderedUtterance[],
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
    // Extend the difference up to the next utterance that both versions have.
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
