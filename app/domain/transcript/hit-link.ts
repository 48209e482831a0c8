import { displayedStartMs } from './word-timing';

/** Which hit of a search a transcript shows. */
export interface HitPlace {
  /** What was sought. */
  q: string;
  /** Its number, from 1. */
  hit: number;
  /** Plays from there, too. */
  startMs?: number;
}

/** Scrolls to a hit, which has the id `t` there, and marks all hits. */
export function hitLink({ q, hit, startMs }: HitPlace): string {
  const time = startMs === undefined ? {} : { t: String(displayedStartMs(startMs) / 1000) };
  return `?${new URLSearchParams({ ...time, q, hit: String(hit) })}#t`;
}
