/** Utterances in one change, and so in one undo step. */
export const MAX_UTTERANCES_PER_CHANGE = 200;
