import type { Span } from './plan-segments';
import { retimeWords, typedWords } from './retime-words';
import type { Word } from './transcript';

/** What Whisper says at once; times in seconds from the beginning of the piece of audio it heard. */
export interface Phrase {
  text: string;
  start: number;
  /** Null when it did not say. */
  end: number | null;
}

/** A phrase may have next to no time; its words still get this much each where there is room. */
const SHORTEST_WORD_MS = 40;

/**
 * The words of phrases, which share the time of theirs by their length. A phrase that begins after the piece is
 * made up, of the silence that follows it, and left out.
 *
 * Times come back in order, without overlap and within `piece`; each confidence is 1.
 *
 * @param piece where the piece lies in the recording, in whole milliseconds
 */
export function wordsFromPhrases(phrases: readonly Phrase[], piece: Span): Word[] {
  const at = (seconds: number) => piece.startMs + Math.max(0, Math.round(1000 * seconds));
  const heard = phrases
    .map(({ text, start, end }) => ({
      words: typedWords(text),
      startMs: at(start),
      endMs: end === null ? null : at(end),
    }))
    .filter(({ words, startMs }) => words.length > 0 && startMs < piece.endMs);
  let earliestMs = piece.startMs;
  return heard.flatMap(({ words, ...said }, index) => {
    const startMs = Math.max(said.startMs, earliestMs);
    const latestEndMs = Math.max(startMs, Math.min(heard[index + 1]?.startMs ?? piece.endMs, piece.endMs));
    const leastEndMs = startMs + words.length * SHORTEST_WORD_MS;
    const endMs = Math.min(Math.max(said.endMs ?? latestEndMs, leastEndMs), latestEndMs);
    earliestMs = endMs;
    return retimeWords([], words, { startMs, endMs });
  });
}
