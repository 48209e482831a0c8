import type { TimeRange } from '../transcript/time-range';

/** Loudness (root mean square, any scale) in steps of equal length, the first at 0 ms. */
export interface LoudnessCurve {
  stepMs: number;
  rms: ArrayLike<number>;
}

const JOINED_GAP_MS = 300;
const PADDING_MS = 200;
export const MAX_SEGMENT_MS = 30_000;
/** A long segment is cut in its last third. */
const CUT_FROM = 2 / 3;
const MIN_REST_MS = 1000;
/** Fewer than 80 samples crash the recognizer process; this is far above. */
const MIN_SEGMENT_MS = 100;

function joinCloseSpans(spans: readonly TimeRange[]): TimeRange[] {
  const joined: TimeRange[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    if (last && span.startMs - last.endMs < JOINED_GAP_MS) last.endMs = Math.max(last.endMs, span.endMs);
    else joined.push({ ...span });
  }
  return joined;
}

function padWithoutOverlap(spans: readonly TimeRange[], durationMs: number): TimeRange[] {
  const middleOfGap = (left: TimeRange, right: TimeRange) => Math.floor((left.endMs + right.startMs) / 2);
  return spans.map((span, index) => {
    const before = spans[index - 1];
    const after = spans[index + 1];
    return {
      startMs: Math.max(span.startMs - PADDING_MS, before ? middleOfGap(before, span) : 0),
      endMs: Math.min(span.endMs + PADDING_MS, after ? middleOfGap(span, after) : durationMs),
    };
  });
}

/** The middle of the quietest step between two times. */
export function quietestMs(fromMs: number, toMs: number, loudness: LoudnessCurve): number {
  const first = Math.ceil(fromMs / loudness.stepMs);
  const last = Math.floor(toMs / loudness.stepMs) - 1;
  let quietest = first;
  for (let step = first + 1; step <= last; step += 1) {
    if ((loudness.rms[step] ?? 0) < (loudness.rms[quietest] ?? 0)) quietest = step;
  }
  return Math.min(Math.floor((quietest + 0.5) * loudness.stepMs), toMs);
}

function splitLongSegment(span: TimeRange, loudness: LoudnessCurve, longestMs: number): TimeRange[] {
  const pieces: TimeRange[] = [];
  let startMs = span.startMs;
  while (span.endMs - startMs > longestMs) {
    const latestCutMs = Math.min(startMs + longestMs, span.endMs - MIN_REST_MS);
    const cutMs = quietestMs(startMs + CUT_FROM * longestMs, latestCutMs, loudness);
    pieces.push({ startMs, endMs: cutMs });
    startMs = cutMs;
  }
  pieces.push({ startMs, endMs: span.endMs });
  return pieces;
}

/**
 * Gaps under 0.3 s are joined, each segment is padded by 0.2 s on both sides (half the gap at most), and one
 * longer than `longestMs` is cut at the quietest point in the last third of that length. Segments are in
 * order, never overlap, lie within the recording and last from 0.1 s to `longestMs`.
 * @param speech in any order
 */
export function planSegments(
  speech: readonly TimeRange[],
  recording: { durationMs: number; loudness: LoudnessCurve; longestMs?: number },
): TimeRange[] {
  const { durationMs, loudness, longestMs = MAX_SEGMENT_MS } = recording;
  const spans = speech
    .map(({ startMs, endMs }) => ({ startMs: Math.max(0, startMs), endMs: Math.min(durationMs, endMs) }))
    .filter((span) => span.startMs < span.endMs)
    .sort((a, b) => a.startMs - b.startMs);
  return padWithoutOverlap(joinCloseSpans(spans), durationMs)
    .flatMap((span) => splitLongSegment(span, loudness, longestMs))
    .filter((span) => span.endMs - span.startMs >= MIN_SEGMENT_MS);
}
