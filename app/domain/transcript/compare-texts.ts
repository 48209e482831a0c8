import type { RenderedUtterance } from './transcript-change';

export interface Difference {
  startMs: number;
  removed: RenderedUtterance[];
  added: RenderedUtterance[];
}

const keyOf = ({ speaker, startMs, text, marks = [] }: RenderedUtterance) =>
  JSON.stringify([startMs, speaker, text, marks]);

const isSame = (left: RenderedUtterance | undefined, right: RenderedUtterance | undefined) =>
  left !== undefined && right !== undefined && keyOf(left) === keyOf(right);

/** Both describe the same recording, so equal utterances have equal start times. */
export function compareTexts(
  before: readonly RenderedUtterance[],
  after: readonly RenderedUtterance[],
): Difference[] {
  const differences: Difference[] = [];
  let difference: Difference | null = null;
  for (let [i, j] = [0, 0]; i < before.length || j < after.length; ) {
    const [left, right] = [before[i], after[j]];
    if (isSame(left, right)) {
      difference = null;
      i += 1;
      j += 1;
      continue;
    }
    const { removed, added } = earlierOf(left, right);
    if (!difference) {
      difference = { startMs: (removed ?? added)!.startMs, removed: [], added: [] };
      differences.push(difference);
    }
    if (removed) difference.removed.push(removed);
    if (added) difference.added.push(added);
    i += Number(removed !== undefined);
    j += Number(added !== undefined);
  }
  return differences;
}

/** Of two different utterances the earlier one; both when they start at the same time. */
function earlierOf(left: RenderedUtterance | undefined, right: RenderedUtterance | undefined) {
  if (!left || !right) return { removed: left, added: right };
  return {
    removed: left.startMs <= right.startMs ? left : undefined,
    added: right.startMs <= left.startMs ? right : undefined,
  };
}
