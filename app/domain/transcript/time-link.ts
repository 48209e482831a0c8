import { displayedStartMs } from './word-timing';

/** Seeks to a time and scrolls to its utterance, which has the id `t` there. */
export const timeLink = (startMs: number) => `?t=${displayedStartMs(startMs) / 1000}#t`;
