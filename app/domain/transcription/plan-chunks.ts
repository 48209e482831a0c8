import type { Span } from './plan-segments';

/** A longer silence is not sent: it costs, and models hear words in it. */
const LONGEST_SILENCE_MS = 10_000;

/**
 * Joins segments of speech to chunks for a service that takes recordings up to a length. A chunk ends before a
 * silence of over 10 s; else, when the next segment has no room, at the longest pause of its second half.
 *
 * @param segments in order, none longer than `longestMs`
 * @returns spans in order that hold every segment and never overlap
 */
export function planChunks(segments: readonly Span[], longestMs: number): Span[] {
  const chunks: Span[] = [];
  let first = 0;
  while (first < segments.length) {
    let last = first;
    while (last + 1 < segments.length && continues(segments, first, last, longestMs)) last += 1;
    const next = segments[last + 1];
    const isFull = next !== undefined && pauseMs(segments, last) <= LONGEST_SILENCE_MS;
    const end = isFull ? longestPause(segments, first, last, longestMs / 2) : last;
    chunks.push({ startMs: segments[first]!.startMs, endMs: segments[end]!.endMs });
    first = end + 1;
  }
  return chunks;
}

const pauseMs = (segments: readonly Span[], index: number) =>
  segments[index + 1]!.startMs - segments[index]!.endMs;

function continues(segments: readonly Span[], first: number, last: number, longestMs: number): boolean {
  const hasRoom = segments[last + 1]!.endMs - segments[first]!.startMs <= longestMs;
  return hasRoom && pauseMs(segments, last) <= LONGEST_SILENCE_MS;
}

/** The segment before the longest pause, the latest of equals, of those that end after so much of the chunk. */
function longestPause(segments: readonly Span[], first: number, last: number, fromMs: number): number {
  let best = last;
  for (let index = last - 1; index >= first; index -= 1) {
    if (segments[index]!.endMs - segments[first]!.startMs < fromMs) break;
    if (pauseMs(segments, index) > pauseMs(segments, best)) best = index;
  }
  return best;
}

/** The middle of the longest pause in the middle half of a part, or of the part when nobody pauses there. */
export function longestPauseNearMiddle(speech: readonly Span[], { startMs, endMs }: Span): number {
  const [fromMs, toMs] = [startMs + (endMs - startMs) / 4, endMs - (endMs - startMs) / 4];
  let [bestMs, longestMs] = [(startMs + endMs) / 2, 0];
  for (let index = 0; index + 1 < speech.length; index += 1) {
    const middleMs = (speech[index]!.endMs + speech[index + 1]!.startMs) / 2;
    if (middleMs < fromMs || middleMs > toMs || pauseMs(speech, index) <= longestMs) continue;
    [bestMs, longestMs] = [middleMs, pauseMs(speech, index)];
  }
  return Math.round(bestMs);
}
