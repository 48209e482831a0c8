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
  return (
    lastPauseMs(speech, lengthMs, lengthMs - PAUSE_SEARCH_MS) ??
    quietestMs(lengthMs - QUIET_SEARCH_MS, lengthMs, loudness)
  );
}

/** A range of live audio is not cut earlier, unless there is no other pause. */
const MIN_LIVE_MS = 6_000;
/** What is longer is cut even without a pause: text has to appear within 20 s. */
const MAX_LIVE_MS = 12_000;
const EARLIEST_LIVE_CUT_MS = 2_000;
const LIVE_QUIET_SEARCH_MS = 4_000;

/**
 * Where to end a segment of audio that still grows, so that its text appears soon: in the last pause after its sixth
 * second; from a length of 12 s on in any pause, else at the quietest moment of its last four seconds. All times are
 * from the start of the segment.
 * @returns null while it has to grow
 */
export function findLiveRangeEnd(
  speech: readonly TimeRange[],
  lengthMs: number,
  loudness: LoudnessCurve,
): number | null {
  const cutMs = lastPauseMs(speech, lengthMs, EARLIEST_LIVE_CUT_MS);
  if (cutMs !== null && cutMs >= MIN_LIVE_MS) return cutMs;
  if (lengthMs < MAX_LIVE_MS) return null;
  return cutMs ?? quietestMs(lengthMs - LIVE_QUIET_SEARCH_MS, lengthMs, loudness);
}

/** A moment in the last pause that ends after `fromMs`; null when there is none. */
function lastPauseMs(speech: readonly TimeRange[], lengthMs: number, fromMs: number): number | null {
  const edges = [...speech, { startMs: lengthMs, endMs: lengthMs }];
  for (let index = edges.length - 1; index >= 0; index -= 1) {
    const pause = { startMs: edges[index - 1]?.endMs ?? 0, endMs: edges[index]!.startMs };
    if (pause.endMs <= fromMs) break;
    if (pause.endMs - pause.startMs < MIN_PAUSE_MS) continue;
    const halfMs = (pause.endMs - pause.startMs) / 2;
    return Math.floor(pause.endMs - Math.min(halfMs, MAX_REMAINING_PAUSE_MS));
  }
  return null;
}
