import { retimeWords, splitWords } from '../transcript/retime-words';
import type { TimeRange } from '../transcript/time-range';
import type { Word } from '../transcript/transcript';

/** A phrase as Whisper returns it; times in seconds from the start of the audio segment. */
export interface Phrase {
  text: string;
  start: number;
  /** Null when Whisper returned none. */
  end: number | null;
}

/** A phrase may be nearly without duration; its words still get this much each where there is room. */
const MIN_WORD_MS = 40;

/**
 * The words of a phrase share its time by length. A phrase that starts after the segment is a hallucination
 * in the silence that follows, and is dropped. Times are in order, without overlap and within the segment.
 */
export function wordsFromPhrases(phrases: readonly Phrase[], segment: TimeRange): Word[] {
  const at = (seconds: number) => segment.startMs + Math.max(0, Math.round(1000 * seconds));
  const heard = phrases
    .map(({ text, start, end }) => ({
      words: splitWords(text),
      startMs: at(start),
      endMs: end === null ? null : at(end),
    }))
    .filter(({ words, startMs }) => words.length > 0 && startMs < segment.endMs);
  let earliestMs = segment.startMs;
  return heard.flatMap(({ words, ...said }, index) => {
    const startMs = Math.max(said.startMs, earliestMs);
    const latestEndMs = Math.max(
      startMs,
      Math.min(heard[index + 1]?.startMs ?? segment.endMs, segment.endMs),
    );
    const leastEndMs = startMs + words.length * MIN_WORD_MS;
    const endMs = Math.min(Math.max(said.endMs ?? latestEndMs, leastEndMs), latestEndMs);
    earliestMs = endMs;
    // In a phrase without time its words have none either.
    return retimeWords([], words, { startMs, endMs }).map((word, place, all) => ({
      ...word,
      endMs: Math.min(word.endMs, all[place + 1]?.startMs ?? endMs),
    }));
  });
}
