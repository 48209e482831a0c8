import type { TimeRange } from '../transcript/time-range';
import type { Word } from '../transcript/transcript';
import { detectLanguage } from './detect-language';
import type { VoiceDoubt } from './link-speakers';

/**
 * Why a transcript may be wrong. skipped: the recognizer failed on a part; repeated: the same words over and
 * over, as from a decoder stuck in a loop; truncated: speech without words; times: the recognizer gave
 * impossible times, which were estimated; language: the whole text is in another language than the requested one; gap:
 * nobody recorded a part of the meeting.
 */
type TranscriptWarningKind = 'skipped' | 'repeated' | 'truncated' | 'times' | 'language' | 'gap';

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

/**
 * All warnings of a transcript, a language mismatch first: the text is in another language than the recording was
 * submitted in. The words decide; where they are too few or ambiguous, the recognizer's own word is taken.
 * @param warnings of the recognizer, among them what it says of the language of each part
 */
export function withLanguageMismatch(
  words: readonly Word[],
  asked: string,
  warnings: readonly TranscriptWarning[],
): TranscriptWarning[] {
  const others = warnings.filter(({ kind }) => kind !== 'language');
  const language = detectLanguage(words.map(({ text }) => text)) ?? statedLanguage(words, warnings);
  if (language === null || language === asked) return others;
  return [{ kind: 'language', language, startMs: 0, endMs: words.at(-1)!.endMs }, ...others];
}

/** The language in which the recognizer says that most of the words are; null when it is the requested one. */
function statedLanguage(words: readonly Word[], warnings: readonly TranscriptWarning[]): string | null {
  const counts = new Map<string, number>();
  for (const { language, startMs, endMs } of warnings) {
    if (language === undefined) continue;
    const inside = words.filter((word) => word.startMs >= startMs && word.startMs < endMs).length;
    counts.set(language, (counts.get(language) ?? 0) + inside);
  }
  const [most] = [...counts].sort((one, other) => other[1] - one[1]);
  return most && most[1] > words.length / 2 ? most[0] : null;
}
