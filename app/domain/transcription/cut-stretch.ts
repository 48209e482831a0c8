import { type LoudnessCurve, quietestMs, type Span } from './plan-segments';

const SHORTEST_PAUSE_MS = 300;
/**
 * Pauses are searched for in this much of the end; without one, the quietest moment of the last seconds is
 * used.
 */
const PAUSES_FROM_END_MS = 60_000;
const QUIET_FROM_END_MS = 10_000;

/** At most this much of a long pause is left to the next segment. */
const LONGEST_LEFT_MS = 1_000;

/**
 * Where to end a segment of a recording that continues, without cutting a word: in the last pause of its last
 * minute, else at the quietest moment of its last ten seconds.
 * @param speech voice activity within the segment, in order
 * @returns ms from the start of the segment, as are the times in `speech`
 */
export function cutStretch(speech: readonly Span[], lengthMs: number, loudness: LoudnessCurve): number {
  const edges = [...speech, { startMs: lengthMs, endMs: lengthMs }];
  for (let index = edges.length - 1; index >= 0; index -= 1) {
    const pause = { startMs: edges[index - 1]?.endMs ?? 0, endMs: edges[index]!.startMs };
    if (pause.endMs <= lengthMs - PAUSES_FROM_END_MS) break;
    if (pause.endMs - pause.startMs < SHORTEST_PAUSE_MS) continue;
    const halfMs = (pause.endMs - pause.startMs) / 2;
    return Math.floor(pause.endMs - Math.min(halfMs, LONGEST_LEFT_MS));
  }
  return quietestMs(lengthMs - QUIET_FROM_END_MS, lengthMs, loudness);
}
