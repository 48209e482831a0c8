import type { Utterance } from '@/app/domain/transcript/transcript';

const WORD_MS = 400;

/** Utterances of the given texts, by A and B in turn, in words of 400 ms. */
export function utterancesOf(texts: readonly string[]): Utterance[] {
  let atMs = 0;
  return texts.map((text, index) => {
    const words = text.split(' ').map((word) => {
      const startMs = atMs;
      atMs += WORD_MS;
      return { text: word, startMs, endMs: atMs, confidence: 0.9 };
    });
    return {
      speaker: 'AB'[index % 2]!,
      startMs: words[0]!.startMs,
      endMs: atMs,
      confidence: 0.9,
      text,
      words,
    };
  });
}
