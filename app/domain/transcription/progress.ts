import type { TranscriptionStage } from './status';

export type LocalStage = Exclude<TranscriptionStage, 'downloading'>;

/** Percent of each stage; the remainder is for saving. */
const WEIGHTS: Record<LocalStage, number> = { decoding: 5, recognizing: 60, diarizing: 30 };

/** Progress of a stage: the completed fraction at the first and at the last observation. */
interface StageProgress {
  first: { atMs: number; fraction: number };
  last: { atMs: number; fraction: number };
  /** Longest silence between two observations so far; after a longer one the stage is slower than measured. */
  longestGapMs: number;
}

export type ProgressByStage = Partial<Record<LocalStage, StageProgress>>;

/** A smaller fraction of a stage is not enough to measure its speed. */
const MIN_MEASURED_SHARE = 0.02;

/** Progress over all stages in whole percent, below 100 until the transcript is saved. */
export function completedPercent(paces: ProgressByStage): number {
  const stages = Object.entries(WEIGHTS) as [LocalStage, number][];
  const done = stages.reduce((sum, [stage, weight]) => sum + weight * (paces[stage]?.last.fraction ?? 0), 0);
  return Math.floor(done + 1e-9);
}

/** The stage to display: of two parallel stages the one that produces the text. */
export function displayedStage(paces: ProgressByStage): LocalStage {
  if ((paces.recognizing?.last.fraction ?? 0) >= 1) return 'diarizing';
  return paces.recognizing ? 'recognizing' : 'decoding';
}

export interface EstimateContext {
  /** Whether diarization runs in parallel with recognition. */
  areSideBySide: boolean;
  /** Expected finish by the duration of earlier transcriptions of this kind; null without any. */
  overAtMs: number | null;
}

/**
 * Estimated remaining time in ms; null when unknown, 0 when the estimate is used up. Each stage is
 * extrapolated from its speed so far. Until both stages have a measured speed, the duration of earlier
 * transcriptions is used, but no less than what a measured stage still needs.
 */
export function remainingMs(paces: ProgressByStage, nowMs: number, known: EstimateContext): number | null {
  const words = paces.recognizing ? stageRemainingMs(paces.recognizing, nowMs) : null;
  const speakers = paces.diarizing ? stageRemainingMs(paces.diarizing, nowMs) : null;
  if (words === null || speakers === null) {
    return known.overAtMs === null ? null : Math.max(known.overAtMs - nowMs, words ?? 0, speakers ?? 0);
  }
  return known.areSideBySide ? Math.max(words, speakers) : words + speakers;
}

/** Counts down between two observations; a silence longer than any before counts as time without progress. */
function stageRemainingMs({ first, last, longestGapMs }: StageProgress, nowMs: number): number | null {
  if (last.fraction >= 1) return 0;
  const share = last.fraction - first.fraction;
  if (share < MIN_MEASURED_SHARE || last.atMs === first.atMs) return null;
  const silenceMs = Math.max(0, nowMs - last.atMs);
  const excessMs = Math.max(0, silenceMs - longestGapMs);
  const msPerShare = (last.atMs - first.atMs + excessMs) / share;
  return Math.max(0, (1 - last.fraction) * msPerShare - (silenceMs - excessMs));
}
