import type { Utterance } from './transcript';

interface TextLength {
  characters: number;
  words: number;
}

interface Saved {
  before: readonly Utterance[];
  durationMs: number;
}

/** Three times a fast speaker, who says some 200 words or 1,200 characters a minute. */
const PER_SECOND: TextLength = { characters: 60, words: 10 };
/** A short recording may get notes that nobody says in it. */
const LEAST: TextLength = { characters: 20_000, words: 4_000 };
/** A whole day of fast speech. Exports of such a text still end in time. */
const MOST: TextLength = { characters: 2_000_000, words: 300_000 };

/**
 * Whether a changed text is longer than its recording allows, and longer than `before`, its saved version.
 * @param durationMs of the recording
 */
export function isTooLong(text: readonly Utterance[], { before, durationMs }: Saved): boolean {
  return exceeds(lengthOf(text), { before, durationMs });
}

/** The same of texts as typed, before any work is done with them. */
export const isTypedTooLong = (typed: readonly string[], saved: Saved): boolean =>
  exceeds(lengthOfTyped(typed), saved);

function exceeds(now: TextLength, { before, durationMs }: Saved): boolean {
  const limit = limitFor(durationMs);
  if (now.characters <= limit.characters && now.words <= limit.words) return false;
  const former = lengthOf(before);
  return (
    now.characters > Math.max(limit.characters, former.characters) ||
    now.words > Math.max(limit.words, former.words)
  );
}

function limitFor(durationMs: number): TextLength {
  const limitOf = (unit: keyof TextLength) =>
    Math.min(MOST[unit], Math.max(LEAST[unit], (durationMs / 1000) * PER_SECOND[unit]));
  return { characters: limitOf('characters'), words: limitOf('words') };
}

function lengthOf(text: readonly Utterance[]): TextLength {
  const length = { characters: 0, words: 0 };
  for (const utterance of text) {
    length.characters += utterance.text.length;
    length.words += utterance.words.length;
  }
  return length;
}

function lengthOfTyped(typed: readonly string[]): TextLength {
  const length = { characters: 0, words: 0 };
  for (const text of typed) {
    for (const [word] of text.matchAll(/\S+/g)) {
      length.characters += word.length + 1;
      length.words += 1;
    }
    // The last word of a text has no space after it.
    if (text.trim() !== '') length.characters -= 1;
  }
  return length;
}
