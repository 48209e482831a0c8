/** Tolerance, as a share of the duration: packets, encoders and sample rates round differently. */
const AGREEMENT = 0.01;

/** The longest measured duration that still counts as equal to `durationMs`, in whole milliseconds. */
export const mostAgreeingMs = (durationMs: number): number => Math.ceil(durationMs * (1 + AGREEMENT));
