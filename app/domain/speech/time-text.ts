import { append } from '../append';
import type { TimeRange } from '../transcript/time-range';
import { alignWords, type RecognizedWord } from './align-words';

/** A slow speaker's letter; a word that was not heard lasts no longer. */
const LETTER_MS = 90;

/** The least that a word lasts where there is room for it. */
const LEAST_WORD_MS = 20;

export interface TimedText {
  /** A time for each word: in order, without overlap, inside `span`. */
  times: TimeRange[];
  /** Words that were heard. */
  heardCount: number;
}

/**
 * Times for the words of a text from those of a recognizer, which may have heard other words. A word that was
 * not heard stands where other words were heard between its neighbours, else next to the one before it.
 * @param heard in chronological order
 */
export function timeText(
  texts: readonly string[],
  heard: readonly RecognizedWord[],
  span: TimeRange,
): TimedText {
  const { times: found, partners } = alignWords(texts, heard);
  const times: TimeRange[] = [];
  let heardCount = 0;
  let atMs = span.startMs;
  for (let index = 0; index < texts.length; ) {
    const time = found[index];
    if (time) {
      heardCount += 1;
      const startMs = clamp(time.startMs, atMs, span.endMs);
      const endMs = clamp(time.endMs, Math.min(span.endMs, startMs + 1), span.endMs);
      times.push({ startMs, endMs });
      [atMs, index] = [endMs, index + 1];
      continue;
    }
    let next = index;
    while (next < texts.length && !found[next]) next += 1;
    const room = { startMs: atMs, endMs: Math.max(atMs, found[next]?.startMs ?? span.endMs) };
    const from = (partners[index - 1] ?? -1) + 1;
    const between = heard.slice(from, next < texts.length ? partners[next]! : heard.length);
    const added = shareTime(texts.slice(index, next), placeIn(room, between, texts.slice(index, next)));
    append(times, added);
    [atMs, index] = [added.at(-1)!.endMs, next];
  }
  return { times, heardCount };
}

/** Where words were said that were heard as others, or as none. */
function placeIn(room: TimeRange, between: readonly RecognizedWord[], texts: readonly string[]): TimeRange {
  const letters = texts.reduce((sum, { length }) => sum + length, 0);
  const [first, last] = [between[0], between.at(-1)];
  if (first && last) {
    const startMs = clamp(first.startMs, room.startMs, room.endMs);
    const endMs = clamp(last.endMs, startMs, room.endMs);
    if (endMs - startMs >= texts.length * LEAST_WORD_MS) return { startMs, endMs };
  }
  return { startMs: room.startMs, endMs: Math.min(room.endMs, room.startMs + letters * LETTER_MS) };
}

/** Words share a time by their lengths. */
export function shareTime(texts: readonly string[], { startMs, endMs }: TimeRange): TimeRange[] {
  const total = Math.max(1, lettersIn(texts));
  const at = (letters: number) => startMs + Math.round(((endMs - startMs) * letters) / total);
  let letters = 0;
  return texts.map((text) => {
    const from = at(letters);
    letters += text.length;
    return { startMs: from, endMs: at(letters) };
  });
}

const lettersIn = (texts: readonly string[]) => texts.reduce((sum, { length }) => sum + length, 0);

const clamp = (ms: number, least: number, most: number) => Math.min(most, Math.max(least, ms));
