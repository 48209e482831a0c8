/** Packets, encoders and samples round differently: lengths that differ by less than this share are alike. */
const AGREEMENT = 0.01;

/** What a recording of a length may turn out to play and still be of that length, in whole milliseconds. */
export const mostAgreeingMs = (durationMs: number): number => Math.ceil(durationMs * (1 + AGREEMENT));
