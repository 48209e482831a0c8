import { displayedStartMs } from './word-timing';

/**
 * Query and fragment of a URL that seeks to a time and scrolls to its utterance, which has the id `t` there.
 */
export const timeLink = (startMs: number) => `?t=${displayedStartMs(startMs) / 1000}#t`;
