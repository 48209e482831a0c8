import type { Utterance } from './transcript';

/** The blocks of a transcript as files and the API have them (contract): times in ms, confidences from 0 to 1. */
export const dialogueOf = (utterances: readonly Utterance[]) =>
  utterances.map(({ speaker, startMs, endMs, confidence, text, words }) => ({
    speaker,
    start: startMs,
    end: endMs,
    confidence,
    text,
    words: words.map((word) => ({
      text: word.text,
      start: word.startMs,
      end: word.endMs,
      confidence: word.confidence,
      speaker,
      highlighted: word.highlight !== undefined,
      highlighted_color: word.highlight ?? null,
      strikethrough: word.struck ?? false,
    })),
  }));
