import { encodeMarks, rangeOf } from './rewrite-utterances';
import type { EditableUtterance } from './transcript-change';

/** Tolerance when matching times: a browser has them within 40 ms, and displays tenths of a second. */
const TIME_TOLERANCE_MS = 100;
/** Neighbours overlap by less, as each side rounds to 20 ms. */
const LEAST_OVERLAP_MS = 45;

/** Where consecutive utterances are, by their ids, or by their texts and times after the text was saved; or -1. */
export function locate(blocks: readonly EditableUtterance[], sought: readonly EditableUtterance[]): number {
  if (sought.length === 0) return -1;
  return blocks.findIndex((_, at) => sought.every((block, index) => isSame(blocks[at + index], block)));
}

function isSame(block: EditableUtterance | undefined, other: EditableUtterance): boolean {
  if (!block || block.id === other.id) return block !== undefined;
  const isNear = Math.abs(block.startMs - other.startMs) <= TIME_TOLERANCE_MS;
  return isNear && block.text === other.text;
}

/** The present utterances in the time range of former ones; consecutive. */
export function currentUtterances(
  blocks: readonly EditableUtterance[],
  before: readonly EditableUtterance[],
): EditableUtterance[] {
  if (before.length === 0) return [];
  const range = rangeOf(before);
  const isHere = ({ startMs, endMs }: EditableUtterance) => {
    const shared = Math.min(endMs, range.endMs) - Math.max(startMs, range.startMs);
    // A short word overlaps itself.
    const shorter = Math.min(endMs - startMs, range.endMs - range.startMs);
    return shared > 0 && shared >= Math.min(LEAST_OVERLAP_MS, shorter / 2);
  };
  const first = blocks.findIndex(isHere);
  return first < 0 ? [] : blocks.slice(first, blocks.findLastIndex(isHere) + 1);
}

/** Equal for texts that read and look alike. */
export const readingKey = (blocks: readonly Pick<EditableUtterance, 'speaker' | 'text' | 'words'>[]) =>
  JSON.stringify(blocks.map(({ speaker, text, words }) => [speaker, text, encodeMarks(words)]));
