import type { ImportedFile, ImportedPassage } from './imported-passage';
import {
  type JsonRecord,
  msOf,
  passagesOfWords,
  recordsOf,
  shareOf,
  spanOf,
  speakerOf,
  textOf,
  timedWords,
  wordsIn,
} from './json-values';

/**
 * A transcript of AssemblyAI: utterances where speakers were told apart, else words. Times in ms.
 * @throws AppError as `spanOf` and `recordsOf`
 */
export function readAssemblyAi(file: JsonRecord): ImportedFile {
  const utterances = recordsOf(file.utterances);
  return {
    format: 'assemblyai',
    title: null,
    language: /^[a-z]{2}/.exec(textOf(file.language_code))?.[0] ?? null,
    confidenceScore: null,
    passages: utterances.length > 0 ? utterances.map(passageOf) : ofWords(file),
    areUtterances: utterances.length > 0,
  };
}

const passageOf = (utterance: JsonRecord, index: number): ImportedPassage => ({
  speaker: speakerOf(utterance.speaker),
  ...spanOf(msOf(utterance.start, 1), msOf(utterance.end, 1), index),
  text: textOf(utterance.text),
  words: timedWords(wordsIn(utterance.words), wordOf),
});

function ofWords(file: JsonRecord): ImportedPassage[] {
  const timed = wordsIn(file.words).map((word, index) => ({
    speaker: speakerOf(word.speaker),
    word: {
      text: textOf(word.text),
      ...spanOf(msOf(word.start, 1), msOf(word.end, 1), index),
      confidence: shareOf(word.confidence),
    },
  }));
  return passagesOfWords(timed.filter(({ word }) => word.text.trim() !== ''));
}

const wordOf = (word: JsonRecord) => ({
  text: textOf(word.text),
  startMs: msOf(word.start, 1),
  endMs: msOf(word.end, 1),
  confidence: shareOf(word.confidence),
});
