import type { TimeRange } from '../transcript/time-range';
import type { Word } from '../transcript/transcript';
import { detectLanguage } from './detect-language';
import type { VoiceDoubt } from './link-speakers';

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

/** Stored beside the warnings, and shown with the people. */
export interface VoiceWarning extends VoiceDoubt {
  kind: 'voices';
}

export const voiceWarnings = (doubts: readonly VoiceDoubt[]): VoiceWarning[] =>
  doubts.map((doubt) => ({ kind: 'voices', ...doubt }));

/** What a transcription stores of both: JSON; null for none. */
export type StoredWarning = TranscriptWarning | VoiceWarning;

export const readWarnings = (stored: string | null): StoredWarning[] =>
  stored === null ? [] : (JSON.parse(stored) as StoredWarning[]);

export const writeWarnings = (warnings: readonly StoredWarning[]): string | null =>
  warnings.length > 0 ? JSON.stringify(warnings) : null;

/** Language mismatch: a warning when the text is in another language than the recording was submitted in. */
export function detectLanguageMismatch(words: readonly Word[], asked: string): TranscriptWarning | null {
  const language = detectLanguage(words.map(({ text }) => text));
  if (language === null || language === asked) return null;
  return { kind: 'language', language, startMs: 0, endMs: words.at(-1)!.endMs };
}
