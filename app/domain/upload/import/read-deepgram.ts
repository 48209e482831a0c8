import type { ImportedFile, ImportedPassage } from './imported-passage';
import {
  isRecord,
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
 * An answer of Deepgram: its utterances where it was asked for them, else the words of each channel. Where
 * channels were transcribed apart, each is a speaker. Times in seconds.
 * @throws AppError as `spanOf` and `recordsOf`
 */
export function readDeepgram(file: JsonRecord): ImportedFile {
  const results = isRecord(file.results) ? file.results : {};
  const channels = recordsOf(results.channels);
  const utterances = recordsOf(results.utterances);
  const areApart = channels.length > 1;
  const detected = channels.map(({ detected_language: language }) => textOf(language)).find(Boolean);
  return {
    format: 'deepgram',
    title: null,
    language: detected?.slice(0, 2) ?? null,
    confidenceScore: null,
    passages:
      utterances.length > 0
        ? utterances.map((utterance, index) => passageOf(utterance, index, areApart))
        : channels.flatMap((channel, index) => ofChannel(channel, areApart ? `Speaker ${index}` : null)),
    areUtterances: utterances.length > 0,
  };
}

function passageOf(utterance: JsonRecord, index: number, areApart: boolean): ImportedPassage {
  const { speaker, channel } = utterance;
  return {
    speaker: speakerOf(speaker) ?? (areApart ? speakerOf(channel) : null),
    ...spanOf(msOf(utterance.start, 1000), msOf(utterance.end, 1000), index),
    text: textOf(utterance.transcript),
    words: timedWords(wordsIn(utterance.words), wordOf),
  };
}

function ofChannel(channel: JsonRecord, name: string | null): ImportedPassage[] {
  const [best] = recordsOf(channel.alternatives);
  const timed = wordsIn(best?.words).map((word, index) => ({
    speaker: speakerOf(word.speaker) ?? name,
    word: { ...wordOf(word), ...spanOf(msOf(word.start, 1000), msOf(word.end, 1000), index) },
  }));
  return passagesOfWords(timed.filter(({ word }) => word.text.trim() !== ''));
}

const wordOf = (word: JsonRecord) => ({
  text: textOf(word.punctuated_word) || textOf(word.word),
  startMs: msOf(word.start, 1000),
  endMs: msOf(word.end, 1000),
  confidence: shareOf(word.confidence),
});
