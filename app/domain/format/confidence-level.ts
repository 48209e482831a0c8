export type ConfidenceLevel = 'excellent' | 'good' | 'regular';

/**
 * How much a transcript can be trusted, from its confidence score of 0 to 100
 * (specification: 70 or above is excellent, 30 or below is regular).
 */
export function confidenceLevel(score: number): ConfidenceLevel {
  if (score >= 70) return 'excellent';
  return score > 30 ? 'good' : 'regular';
}
