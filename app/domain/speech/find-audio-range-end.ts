import type { TimeRange } from '../transcript/time-range';
import { type LoudnessCurve, quietestMs } from './plan-segments';

const MIN_PAUSE_MS = 300;
/** Pauses are searched for in this much of the end, else the quietest moment of the last seconds. */
const PAUSE_SEARCH_MS = 60_000;
const QUIET_SEARCH_MS = 10_000;

/** At most this much of a long pause is left to the next segment. */
const MAX_REMAINING_PAUSE_MS = 1_000;

/**
 * Where to end a segment without cutting a word: in the last pause of its last minute, else at the quietest
 * moment of its last ten seconds. All times are from the start of the segment.
 */
export function findAudioRangeEnd(
  speech: readonly TimeRange[],
  lengthMs: number,
  loudness: LoudnessCurve,
): number {
  const edges = [...speech, { startMs: lengthMs, endMs: lengthMs }];
  for (let index = edges.length - 1; index >= 0; index -= 1) {
    const pause = { startMs: edges[index - 1]?.endMs ?? 0, endMs: edges[index]!.startMs };
    if (pause.endMs <= lengthMs - PAUSE_SEARCH_MS) break;
    if (pause.endMs - pause.startMs < MIN_PAUSE_MS) continue;
    const halfMs = (pause.endMs - pause.startMs) / 2;
    return Math.floor(pause.endMs - Math.min(halfMs, MAX_REMAINING_PAUSE_MS));
  }
  return quietestMs(lengthMs - QUIET_SEARCH_MS, lengthMs, loudness);
}
