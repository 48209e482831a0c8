import { shownStartMs } from './word-timing';

/**
 * The end of an address that plays a transcript from a time, and shows what is said then: that page gives the
 * utterance the id `t`.
 */
export const timeLink = (startMs: number) => `?t=${shownStartMs(startMs) / 1000}#t`;
