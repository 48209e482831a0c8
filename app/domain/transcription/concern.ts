import { guessLanguage } from './guess-language';
import type { Span } from './plan-segments';
import type { Word } from './transcript';

/**
 * What there is to doubt in a text. skipped: a part that the engine could not get through; repeated: words over
 * and over, as a decoder gives that goes in circles; truncated: speech without words; language: all of it is in
 * another language than was asked for.
 */
export type ConcernKind = 'skipped' | 'repeated' | 'truncated' | 'language';

/** A doubt about a part of a recording. */
export interface Concern extends Span {
  kind: ConcernKind;
  /** ISO 639-1 code of the language it seems to be in; of the kind 'language' alone. */
  language?: string;
}

/** A doubt about all of a text: that it is in another language than its recording was sent in. */
export function languageConcernOf(words: readonly Word[], asked: string): Concern | null {
  const language = guessLanguage(words.map(({ text }) => text));
  if (language === null || language === asked) return null;
  return { kind: 'language', language, startMs: 0, endMs: words.at(-1)!.endMs };
}
