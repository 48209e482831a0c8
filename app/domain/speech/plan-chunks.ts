import type { TimeRange } from '../transcript/time-range';

/** Longer silences are not sent: they cost money, and models hallucinate words in them. */
const MAX_SILENCE_MS = 10_000;

/**
 * A chunk ends before a silence of over 10 s; else, when the next segment does not fit, at the longest pause
 * of its second half. Chunks are in order, contain every segment and never overlap.
 * @param segments in order, none longer than `longestMs`
 */
export function planChunks(segments: readonly TimeRange[], longestMs: number): TimeRange[] {
  const chunks: TimeRange[] = [];
  let first = 0;
  while (first < segments.length) {
    let last = first;
    while (last + 1 < segments.length && fitsInChunk(segments, first, last, longestMs)) last += 1;
    const next = segments[last + 1];
    const isFull = next !== undefined && pauseMs(segments, last) <= MAX_SILENCE_MS;
    const end = isFull ? longestPause(segments, first, last, longestMs / 2) : last;
    chunks.push({ startMs: segments[first]!.startMs, endMs: segments[end]!.endMs });
    first = end + 1;
  }
  return chunks;
}

const pauseMs = (segments: readonly TimeRange[], index: number) =>
  segments[index + 1]!.startMs - segments[index]!.endMs;

function fitsInChunk(
  segments: readonly TimeRange[],
  first: number,
  last: number,
  longestMs: number,
): boolean {
  const hasRoom = segments[last + 1]!.endMs - segments[first]!.startMs <= longestMs;
  return hasRoom && pauseMs(segments, last) <= MAX_SILENCE_MS;
}

/** Index of the segment before the longest pause (the latest of equals), from `fromMs` into the chunk. */
function longestPause(segments: readonly TimeRange[], first: number, last: number, fromMs: number): number {
  let best = last;
  for (let index = last - 1; index >= first; index -= 1) {
    if (segments[index]!.endMs - segments[first]!.startMs < fromMs) break;
    if (pauseMs(segments, index) > pauseMs(segments, best)) best = index;
  }
  return best;
}

/** The middle of the longest pause in the middle half of a span, else the middle of the span. */
export function longestPauseNearMiddle(speech: readonly TimeRange[], { startMs, endMs }: TimeRange): number {
  const [fromMs, toMs] = [startMs + (endMs - startMs) / 4, endMs - (endMs - startMs) / 4];
  let [bestMs, longestMs] = [(startMs + endMs) / 2, 0];
  for (let index = 0; index + 1 < speech.length; index += 1) {
    const middleMs = (speech[index]!.endMs + speech[index + 1]!.startMs) / 2;
    if (middleMs < fromMs || middleMs > toMs || pauseMs(speech, index) <= longestMs) continue;
    [bestMs, longestMs] = [middleMs, pauseMs(speech, index)];
  }
  return Math.round(bestMs);
}
