import { assembleUtterances } from '@/app/domain/speech/assemble-utterances';
import { withLanguageMismatch } from '@/app/domain/speech/transcript-warning';
import type { Recognition } from '@/app/integrations/speech/port';
import { restoreWriting } from './restore-writing.server';

/** Text between two pauses; speakers are not identified yet. */
export interface Passage {
  startMs: number;
  text: string;
}

export type RecognizedText = Pick<Recognition, 'words' | 'isWritten'>;

/** What segments that follow each other have in words. */
export function textOf(segments: readonly RecognizedText[]): RecognizedText {
  const isWritten = segments.at(-1)?.isWritten;
  return {
    words: segments.flatMap(({ words }) => words),
    ...(isWritten !== undefined && { isWritten }),
  };
}

/**
 * Written as the text will be, except where speakers part what is one passage yet.
 * @param heard language: as its owner stated it
 */
export async function writePassages(
  heard: RecognizedText & { userId: number; language: string },
): Promise<Passage[]> {
  const { words, language } = heard;
  const passages = assembleUtterances(words, []);
  const [inOtherLanguage] = withLanguageMismatch(words, language, []);
  const written = await restoreWriting(passages, {
    ...heard,
    language: inOtherLanguage?.language ?? language,
  });
  return (written ?? passages).map(({ startMs, text }) => ({ startMs, text }));
}
