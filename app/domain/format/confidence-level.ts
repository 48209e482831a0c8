/** Best first. */
export const CONFIDENCE_LEVELS = ['excellent', 'good', 'regular'] as const;

type ConfidenceLevel = (typeof CONFIDENCE_LEVELS)[number];

/** By the specification, 70 or above is excellent, 30 or below regular. */
export function confidenceLevel(score: number): ConfidenceLevel {
  if (score >= 70) return 'excellent';
  return score > 30 ? 'good' : 'regular';
}

/**
 * Where more than three words in ten are wrong, people correct a text more slowly than they type it themselves (Gaur et
 * al. 2016, The effects of automatic speech recognition quality on human transcription latency).
 */
const CHECK_ALL_BELOW = 70;

/** Whether every word of a text has to be checked, and not only the doubtful ones. @param score 0 to 100 */
export const needsFullCheck = (score: number): boolean => score < CHECK_ALL_BELOW;
