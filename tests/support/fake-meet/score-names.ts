import type { SpokenRange } from '@/app/domain/meeting/timeline';
import type { SpokenTurn } from './speakers';

const FRAME_MS = 20;
/** Around the edges of a turn nothing is scored, as is usual for who spoke when. */
const COLLAR_MS = 250;

export interface NameScore {
  /** Shares of the scored speech whose time has its speaker's name, only another's, or none. */
  right: number;
  wrong: number;
  none: number;
}

/** Compares names with who really spoke. @param startedAt of the recording, in ms since 1970 */
export function scoreNames(spoken: SpokenRange[], truth: SpokenTurn[], startedAt: number): NameScore {
  let right = 0;
  let wrong = 0;
  let all = 0;
  for (const turn of truth) {
    for (let at = turn.startedAt + COLLAR_MS; at < turn.endedAt - COLLAR_MS; at += FRAME_MS) {
      const names = namesAt(spoken, at - startedAt);
      all += 1;
      if (names.includes(turn.name)) right += 1;
      else if (names.length > 0) wrong += 1;
    }
  }
  return { right: right / all, wrong: wrong / all, none: (all - right - wrong) / all };
}

const namesAt = (spoken: SpokenRange[], ms: number) =>
  spoken.filter(({ startMs, endMs }) => startMs <= ms && ms < endMs).map(({ name }) => name);
