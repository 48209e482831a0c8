/** Tolerance, as a share of the duration: packets, encoders and sample rates round differently. */
const DURATION_TOLERANCE = 0.01;

/** The longest measured duration that still counts as equal to `durationMs`, in whole milliseconds. */
export const maxEquivalentDurationMs = (durationMs: number): number =>
  Math.ceil(durationMs * (1 + DURATION_TOLERANCE));
