import type { TranscriptionStage } from './status';

/** The stages of the work that is done here. */
export type WorkStage = Exclude<TranscriptionStage, 'downloading'>;

/** Percent of each stage; the rest is the saving. */
const WEIGHTS: Record<WorkStage, number> = { decoding: 5, recognizing: 60, diarizing: 30 };

/** How a stage goes: what share of it was done when it was first looked at, and when it was last. */
export interface Pace {
  first: { atMs: number; fraction: number };
  last: { atMs: number; fraction: number };
}

export type Paces = Partial<Record<WorkStage, Pace>>;

/** Less than this of a stage says nothing of its speed. */
const LEAST_SHARE = 0.02;

/** Progress over all stages in whole percent, below 100 until the transcript is saved. */
export function percentOf(paces: Paces): number {
  const stages = Object.entries(WEIGHTS) as [WorkStage, number][];
  const done = stages.reduce((sum, [stage, weight]) => sum + weight * (paces[stage]?.last.fraction ?? 0), 0);
  return Math.floor(done + 1e-9);
}

/** What people are told that the work is at: of two stages side by side the one that gives the text. */
export function stageOf(paces: Paces): WorkStage {
  if ((paces.recognizing?.last.fraction ?? 0) >= 1) return 'diarizing';
  return paces.recognizing ? 'recognizing' : 'decoding';
}

/** What is known of the work beside its paces. */
export interface WorkKnown {
  /** Whether speakers are told apart while words are recognised. */
  areSideBySide: boolean;
  /** When all of it will be over if it takes as long as a recording of this kind took before; null without one. */
  overAtMs: number | null;
}

/**
 * How long the work will still take, in ms; null while nobody can know. Each stage goes on as fast as it went so
 * far. Until both have shown how fast that is, the time that such work took before counts.
 */
export function remainingMs(paces: Paces, nowMs: number, known: WorkKnown): number | null {
  const words = paces.recognizing ? stageRemainingMs(paces.recognizing, nowMs) : null;
  const speakers = paces.diarizing ? stageRemainingMs(paces.diarizing, nowMs) : null;
  if (words === null || speakers === null) {
    return known.overAtMs !== null && known.overAtMs > nowMs ? known.overAtMs - nowMs : null;
  }
  return known.areSideBySide ? Math.max(words, speakers) : words + speakers;
}

function stageRemainingMs({ first, last }: Pace, nowMs: number): number | null {
  if (last.fraction >= 1) return 0;
  const share = last.fraction - first.fraction;
  if (share < LEAST_SHARE || last.atMs === first.atMs) return null;
  const msPerShare = (last.atMs - first.atMs) / share;
  return Math.max(0, (1 - last.fraction) * msPerShare - (nowMs - last.atMs));
}
