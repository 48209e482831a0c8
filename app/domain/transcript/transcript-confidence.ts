import type { Word } from './transcript';

/** Weighted by duration: 0 to 1, or null without words. */
export function meanConfidence(words: readonly Word[]): number | null {
  if (words.length === 0) return null;
  let weighted = 0;
  let total = 0;
  for (const word of words) {
    const weight = Math.max(1, word.endMs - word.startMs);
    weighted += word.confidence * weight;
    total += weight;
  }
  return Math.min(1, Math.max(0, weighted / total));
}

/** 0 to 100 with at most two decimals, or null without words. */
export function transcriptConfidence(words: readonly Word[]): number | null {
  const mean = meanConfidence(words);
  return mean === null ? null : Math.round(mean * 10_000) / 100;
}
