import { LONG_PAUSE_MS } from '../speech/assemble-utterances';
import { createUtterance } from '../transcript/create-utterance';
import { overlapMs } from '../transcript/time-range';
import type { Utterance, Word } from '../transcript/transcript';
import { lastStartedIndex } from '../transcript/word-ranges';
import type { SpokenRange } from './timeline';

/** A page shows speech this much before and after the sound. */
const TOLERANCE_MS = 300;
/** More ranges than these do not go on at once. */
const MAX_RANGES_AT_ONCE = 50;

/**
 * Words of a meeting that still goes on, as utterances: at pauses, and where another person speaks by what the page
 * showed. The speaker is '' where that shows nobody, or several at once.
 * @param spoken in order of their start
 */
export function livePassages(words: readonly Word[], spoken: readonly SpokenRange[]): Utterance[] {
  const passages: { speaker: string; words: Word[] }[] = [];
  for (const word of words) {
    const last = passages.at(-1);
    const isClose = last && word.startMs - last.words.at(-1)!.endMs <= LONG_PAUSE_MS;
    const speaker = speakerOf(word, spoken) ?? (isClose ? last.speaker : '');
    if (isClose && last.speaker === speaker) last.words.push(word);
    else passages.push({ speaker, words: [word] });
  }
  return passages.map((passage) => createUtterance(passage.speaker, passage.words));
}

/** The one person who speaks longest during a word; null for nobody, or two alike. */
function speakerOf({ startMs, endMs }: Word, spoken: readonly SpokenRange[]): string | null {
  const around = { startMs: startMs - TOLERANCE_MS, endMs: endMs + TOLERANCE_MS };
  const last = lastStartedIndex(spoken, (range) => range.startMs, around.endMs);
  const shared = new Map<string, number>();
  for (let index = last; index >= Math.max(0, last - MAX_RANGES_AT_ONCE); index -= 1) {
    const { name, ...range } = spoken[index]!;
    const ms = overlapMs(around, range);
    if (ms > 0) shared.set(name, (shared.get(name) ?? 0) + ms);
  }
  const [best, second] = [...shared].sort((one, other) => other[1] - one[1]);
  return best && best[1] > (second?.[1] ?? 0) ? best[0] : null;
}
