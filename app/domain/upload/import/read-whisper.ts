import { foldWord } from '../../library/searchable-words';
import { longestCommonSubsequence } from '../../transcript/longest-common-subsequence';
import { splitWords } from '../../transcript/retime-words';
import type { ImportedFile, ImportedPassage, ImportedWord } from './imported-passage';
import {
  isRecord,
  type JsonRecord,
  msOf,
  recordsOf,
  shareOf,
  spanOf,
  speakerOf,
  textOf,
  timedWords,
  wordsIn,
} from './json-values';

/** Names by which Whisper calls the languages of recordings. */
const LANGUAGES: Readonly<Record<string, string>> = {
  portuguese: 'pt',
  english: 'en',
  spanish: 'es',
  french: 'fr',
  italian: 'it',
  german: 'de',
};

const languageOf = (value: unknown): string | null => {
  const name = textOf(value).toLowerCase();
  return LANGUAGES[name] ?? (/^[a-z]{2}$/.test(name) ? name : null);
};

/**
 * Whisper's segments (`verbose_json`, the files of its own program and of those with speakers), with words in
 * them or beside them. Times in seconds.
 * @throws AppError as `spanOf` and `recordsOf`
 */
export function readWhisper(file: JsonRecord): ImportedFile {
  const beside = timedWords(wordsIn(file.words), wordOf);
  let from = 0;
  const passages = recordsOf(file.segments).map((segment, index): ImportedPassage => {
    const span = spanOf(msOf(segment.start, 1000), msOf(segment.end, 1000), index);
    const own = timedWords(wordsIn(segment.words), wordOf);
    const first = from;
    while (beside && from < beside.length && middleOf(beside[from]!) < span.endMs) from += 1;
    const words = own ?? (beside && from > first ? beside.slice(first, from) : null);
    const text = textOf(segment.text).trim();
    return { speaker: speakerOf(segment.speaker), ...span, text, words: words && asWritten(words, text) };
  });
  return ofWhisper(passages, languageOf(file.language));
}

const ofWhisper = (passages: ImportedPassage[], language: string | null): ImportedFile => ({
  format: 'whisper',
  title: null,
  language,
  confidenceScore: null,
  passages,
  areUtterances: false,
});

const middleOf = ({ startMs, endMs }: ImportedWord) => (startMs + endMs) / 2;

const wordOf = (word: JsonRecord) => ({
  text: textOf(word.word),
  startMs: msOf(word.start, 1000),
  endMs: msOf(word.end, 1000),
  confidence: shareOf(word.probability ?? word.score),
});

/** Joins pieces to words, and takes punctuation from the segment's text, which words beside it lack. */
function asWritten(pieces: readonly ImportedWord[], text: string): ImportedWord[] {
  const showsSpaces = pieces.some((piece) => /^\s/.test(piece.text));
  const words: ImportedWord[] = [];
  for (const piece of pieces) {
    const last = words.at(-1);
    if (!last || !showsSpaces || /^\s/.test(piece.text)) words.push({ ...piece, text: piece.text.trim() });
    else {
      last.text += piece.text.trimEnd();
      last.endMs = piece.endMs;
    }
  }
  const written = splitWords(text);
  const heard = words.map((word) => foldWord(word.text));
  for (const { inBefore, inTyped } of longestCommonSubsequence(heard, written.map(foldWord))) {
    words[inBefore]!.text = written[inTyped]!;
  }
  return words;
}

/** whisper.cpp (`--output-json`, with `-full` also its tokens). Times in ms. @throws AppError as readWhisper */
export function readWhisperCpp(file: JsonRecord): ImportedFile {
  const passages = recordsOf(file.transcription).map((segment, index): ImportedPassage => {
    const offsets = isRecord(segment.offsets) ? segment.offsets : {};
    const span = spanOf(msOf(offsets.from, 1), msOf(offsets.to, 1), index);
    const { speaker, said } = speakerInText(textOf(segment.text));
    const tokens = timedWords(wordsIn(segment.tokens).filter(isSpoken), tokenOf);
    const words = tokens && asWritten(tokens, said);
    return { speaker: speakerOf(segment.speaker) ?? speaker, ...span, text: said, words };
  });
  const result = isRecord(file.result) ? file.result : {};
  return ofWhisper(passages, languageOf(result.language));
}

/** Tokens such as '[_BEG_]' are no words. */
const isSpoken = ({ text }: JsonRecord) => !/^\[_.*\]$/.test(textOf(text));

function tokenOf({ text, offsets, p }: JsonRecord) {
  const { from, to } = isRecord(offsets) ? offsets : {};
  return { text: textOf(text), startMs: msOf(from, 1), endMs: msOf(to, 1), confidence: shareOf(p) };
}

/** '(speaker 0) bom dia', as it writes with two channels. */
function speakerInText(text: string): { speaker: string | null; said: string } {
  const [all, speaker] = /^\s*\(speaker (\d{1,3}|\?)\)\s*/.exec(text) ?? [];
  return {
    speaker: speaker && speaker !== '?' ? `Speaker ${speaker}` : null,
    said: text.slice(all?.length ?? 0).trim(),
  };
}
