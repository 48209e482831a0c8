import { createUtterance } from '../transcript/create-utterance';
import type { Utterance, Word } from '../transcript/transcript';
import { timeText } from './time-text';

/** Below this share of words that were heard, text and recording are of different things. */
const LEAST_HEARD = 0.25;

/**
 * A text with the times at which its words are said; words, speakers, marks and confidences stay.
 * @param heard what the recognizer heard, in chronological order
 * @returns null when the text is not that of the recording
 */
export function retimeTranscript(
  utterances: readonly Utterance[],
  heard: readonly Word[],
  durationMs: number,
): Utterance[] | null {
  const words = utterances.flatMap((utterance) => utterance.words);
  const texts = words.map(({ text }) => text);
  const { times, heardCount } = timeText(texts, heard, { startMs: 0, endMs: durationMs });
  if (heardCount < LEAST_HEARD * words.length) return null;
  let index = 0;
  return utterances.map(({ speaker, words: own }) => {
    const timed = own.map((word) => ({ ...word, ...times[index++]! }));
    return createUtterance(speaker, timed);
  });
}
