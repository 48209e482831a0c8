import { overlapMs, type TimeRange } from '../transcript/time-range';
import type { LoudnessCurve } from './plan-segments';

/** What can be told of a part of a recording without knowing what was said. */
export interface Evidence extends TimeRange {
  /** Time in which the detector hears speech. */
  speechMs: number;
  /** Of it, the time in which the recognizer has words. */
  agreedMs: number;
  /** Time of words where the detector hears no speech. */
  strayMs: number;
  /** How much louder the loud windows are than the quiet ones: an estimate of the signal-to-noise ratio. */
  snrDb: number;
}

/** What the detector found in a range of the recording; times from its start. */
export interface DetectedSound {
  /** In the recording. */
  startMs: number;
  speech: readonly TimeRange[];
  loudness: LoudnessCurve;
}

const QUIET = 0.1;
const LOUD = 0.9;
/** Digital silence has no loudness of its own. */
const LEAST_RMS = 1e-5;
const MAX_SNR_DB = 60;

/** @param segment that was recognized @param words of it, in order of time without overlap */
export function measureEvidence(
  segment: TimeRange,
  words: readonly TimeRange[],
  { startMs: offsetMs, speech, loudness }: DetectedSound,
): Evidence {
  const spans = speech
    .map(({ startMs, endMs }) => ({ startMs: startMs + offsetMs, endMs: endMs + offsetMs }))
    .filter((span) => overlapMs(span, segment) > 0);
  const inSpeech = (range: TimeRange) => spans.reduce((sum, span) => sum + overlapMs(span, range), 0);
  const agreedMs = words.reduce((sum, word) => sum + inSpeech(word), 0);
  const wordMs = words.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  const first = Math.floor((segment.startMs - offsetMs) / loudness.stepMs);
  const end = Math.min(Math.ceil((segment.endMs - offsetMs) / loudness.stepMs), loudness.rms.length);
  const levels = Array.from({ length: Math.max(0, end - first) }, (_, index) =>
    Math.max(loudness.rms[first + index]!, LEAST_RMS),
  ).sort((one, other) => one - other);
  const loud = quantile(levels, LOUD);
  return {
    startMs: segment.startMs,
    endMs: segment.endMs,
    speechMs: inSpeech(segment),
    agreedMs,
    strayMs: wordMs - agreedMs,
    snrDb: Math.min(MAX_SNR_DB, Math.round(20 * Math.log10(loud / quantile(levels, QUIET)))),
  };
}

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.floor(share * (sorted.length - 1))] ?? LEAST_RMS;
