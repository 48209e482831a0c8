/** Utterances in one change: those of a day. */
export const MAX_UTTERANCES_PER_CHANGE = 5_000;
