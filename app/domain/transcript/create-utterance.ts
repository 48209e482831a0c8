import type { Utterance, Word } from './transcript';
import { meanConfidence } from './transcript-confidence';

/** Builds an utterance from its words, of which there is at least one. */
export function createUtterance(speaker: string, words: Word[]): Utterance {
  return {
    speaker,
    startMs: words[0]!.startMs,
    endMs: words.reduce((latest, { endMs }) => Math.max(latest, endMs), 0),
    confidence: meanConfidence(words) ?? 1,
    text: words.map(({ text }) => text).join(' '),
    words,
  };
}
