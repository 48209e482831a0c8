/** Best first. */
export const CONFIDENCE_LEVELS = ['excellent', 'good', 'regular'] as const;

type ConfidenceLevel = (typeof CONFIDENCE_LEVELS)[number];

/** By the specification, 70 or above is excellent, 30 or below regular. */
export function confidenceLevel(score: number): ConfidenceLevel {
  if (score >= 70) return 'excellent';
  return score > 30 ? 'good' : 'regular';
}
