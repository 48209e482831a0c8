import type { TimeRange } from '../transcript/time-range';
import type { Word } from '../transcript/transcript';
import { detectLanguage } from './detect-language';

/**
 * Why a transcript may be wrong. skipped: the recognizer failed on a part; repeated: the same words over and
 * over, as from a decoder stuck in a loop; truncated: speech without words; language: the whole text is in
 * another language than the requested one.
 */
type TranscriptWarningKind = 'skipped' | 'repeated' | 'truncated' | 'language';

export interface TranscriptWarning extends TimeRange {
  kind: TranscriptWarningKind;
  /** ISO 639-1 code of the detected language; only for the kind 'language'. */
  language?: string;
}

/** Language mismatch: a warning when the text is in another language than the recording was submitted in. */
export function detectLanguageMismatch(words: readonly Word[], asked: string): TranscriptWarning | null {
  const language = detectLanguage(words.map(({ text }) => text));
  if (language === null || language === asked) return null;
  return { kind: 'language', language, startMs: 0, endMs: words.at(-1)!.endMs };
}
