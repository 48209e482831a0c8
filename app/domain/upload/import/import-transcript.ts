import { AppError } from '../../errors';
import { toOneLine } from '../../format/normalise-unicode';
import { LONG_PAUSE_MS, speakerLabel } from '../../speech/assemble-utterances';
import { detectLanguage } from '../../speech/detect-language';
import { shareTime } from '../../speech/time-text';
import { createUtterance } from '../../transcript/create-utterance';
import { splitWords } from '../../transcript/retime-words';
import { MAX_SPEAKER_LENGTH } from '../../transcript/rewrite-utterances';
import { isAnonymous } from '../../transcript/speaker';
import type { Utterance, Word } from '../../transcript/transcript';
import { transcriptConfidence } from '../../transcript/transcript-confidence';
import { RECORDING_LANGUAGES } from '../../transcription/recording';
import { decodeText } from './decode-text';
import type { ImportedFile, ImportedWord, ImportFormat } from './imported-passage';
import { isSrt, isVtt, readCaptions } from './read-captions';
import { isJson, readJson } from './read-json';
import { readTxt } from './read-txt';
import { type ImportRepair, type RepairedPassage, repairTimes } from './repair-times';

/** A transcript that somebody else made. */
export interface ImportedTranscript {
  format: ImportFormat;
  title: string | null;
  /** One of RECORDING_LANGUAGES; null when neither the file nor its text tells. */
  language: string | null;
  /** 0 to 100; null when the file has no confidences. */
  confidenceScore: number | null;
  /** Whether the file tells who speaks. */
  hasSpeakers: boolean;
  utterances: Utterance[];
  repairs: ImportRepair[];
}

/** More than anyone says in a day. */
const MAX_CHARACTERS = 2_000_000;

/**
 * Reads a file whatever its name: captions (SubRip, WebVTT), a text with times, or JSON of ours, Whisper,
 * AssemblyAI or Deepgram. Words without a time share that of their passage.
 * @throws AppError 'import.unknown', 'import.empty', 'import.no-times', 'import.time-…', 'import.item-time-…',
 *   'import.json-…', 'import.too-many', 'import.too-long'
 */
export function importTranscript(bytes: Uint8Array): ImportedTranscript {
  const text = decodeText(bytes);
  if (text === null) throw new AppError('import.unknown');
  if (text.trim() === '') throw new AppError('import.empty');
  const file = readFile(text);
  const letters = file.passages.reduce((sum, passage) => sum + passage.text.length, 0);
  if (letters > MAX_CHARACTERS) throw new AppError('import.too-long');
  const { passages, repairs } = repairTimes(file.passages.filter(isSaid));
  const labels = labelSpeakers(passages);
  const utterances = toUtterances(passages, labels, file.areUtterances);
  if (utterances.length === 0) throw new AppError('import.empty');
  return {
    format: file.format,
    title: file.title && toOneLine(file.title),
    language: languageOf(file, utterances),
    confidenceScore: confidenceOf(file, utterances),
    hasSpeakers: passages.some(({ speaker }) => speaker !== null),
    utterances,
    repairs: [...repairs, ...untimed(passages)],
  };
}

/** Passages whose words get an estimated time. */
function untimed(passages: readonly RepairedPassage[]): ImportRepair[] {
  const without = passages.filter(({ words }) => words === null);
  return without[0] ? [{ kind: 'words', count: without.length, atMs: without[0].startMs }] : [];
}

/** Captions of the longest text, with their times. */
const MAX_CAPTION_CHARACTERS = 3 * MAX_CHARACTERS;

function readFile(text: string): ImportedFile {
  if (isJson(text)) return readJson(text);
  if (text.length > MAX_CAPTION_CHARACTERS) throw new AppError('import.too-long');
  if (isVtt(text)) return readCaptions(text, 'vtt');
  return isSrt(text) ? readCaptions(text, 'srt') : readTxt(text);
}

const isSaid = ({ text, words }: ImportedFile['passages'][number]) =>
  splitWords(text).length > 0 || words !== null;

/** 'Pessoa B', 'SPEAKER_01' and the like: what programs call somebody whose name they do not know. */
const NAMELESS = /^(?:pessoa|speaker|spk|locutor|falante|orador|participante?)[ _-]?(\p{Lu}|\d{1,4})$/iu;

/** The speaker of each name: nameless ones get letters, as from our own diarizer. */
function labelSpeakers(passages: readonly RepairedPassage[]): (name: string | null) => string {
  const labels = new Map<string, string>();
  const names = [...new Set(passages.map(({ speaker }) => cleanName(speaker)))];
  for (const name of names) {
    const letter = NAMELESS.exec(name)?.[1]?.toUpperCase() ?? name;
    if (isAnonymous(letter)) labels.set(name, letter);
  }
  const taken = new Set(labels.values());
  let next = 0;
  for (const name of names.filter((known) => !labels.has(known))) {
    if (name !== '' && !NAMELESS.test(name)) {
      labels.set(name, name);
      continue;
    }
    while (taken.has(speakerLabel(next))) next += 1;
    labels.set(name, speakerLabel(next));
    taken.add(speakerLabel(next));
  }
  return (name) => labels.get(cleanName(name))!;
}

const cleanName = (name: string | null) =>
  [...toOneLine((name ?? '').slice(0, 10 * MAX_SPEAKER_LENGTH))].slice(0, MAX_SPEAKER_LENGTH).join('').trim();

/** Captions and segments of one speaker are one utterance, up to a pause, or the end of a sentence after this. */
const LONG_UTTERANCE_MS = 30_000;
const LONGEST_UTTERANCE_MS = 120_000;

function toUtterances(
  passages: readonly RepairedPassage[],
  labelOf: (name: string | null) => string,
  areUtterances: boolean,
): Utterance[] {
  const groups: { speaker: string; words: Word[] }[] = [];
  for (const passage of passages) {
    const speaker = labelOf(passage.speaker);
    const words = toWords(passage);
    if (words.length === 0) continue;
    const last = groups.at(-1);
    if (!areUtterances && last && goesOn(last, speaker, words[0]!)) {
      for (const word of words) last.words.push(word);
    } else groups.push({ speaker, words });
  }
  return groups.map(({ speaker, words }) => createUtterance(speaker, words));
}

function goesOn(last: { speaker: string; words: Word[] }, speaker: string, next: Word): boolean {
  const before = last.words.at(-1)!;
  if (last.speaker !== speaker || next.startMs - before.endMs > LONG_PAUSE_MS) return false;
  const saidMs = before.endMs - last.words[0]!.startMs;
  return (
    saidMs < LONG_UTTERANCE_MS || (saidMs < LONGEST_UTTERANCE_MS && !/[.!?…]["'”’)]*$/.test(before.text))
  );
}

/** In order, each beginning where the one before it ends or later. */
function toWords(passage: RepairedPassage): Word[] {
  if (!passage.words) {
    const texts = splitWords(passage.text);
    const times = shareTime(texts, passage);
    return texts.map((text, index) => ({ text, ...times[index]!, confidence: 1 }));
  }
  const words: Word[] = [];
  let atMs = passage.startMs;
  for (const timed of passage.words.toSorted((one, other) => one.startMs - other.startMs)) {
    const startMs = Math.max(atMs, timed.startMs);
    const endMs = Math.max(startMs, timed.endMs);
    words.push(...dividedWord(timed, startMs, endMs));
    atMs = startMs;
  }
  return words;
}

/** What a file calls a word may have spaces in it. */
function dividedWord(timed: ImportedWord, startMs: number, endMs: number): Word[] {
  const { text, confidence, highlight, struck } = timed;
  const texts = splitWords(text);
  const times = shareTime(texts, { startMs, endMs });
  const rest = {
    confidence: confidence ?? 1,
    ...(highlight && { highlight }),
    ...(struck && { struck }),
  };
  return texts.map((part, index) => ({ text: part, ...times[index]!, ...rest }));
}

function languageOf({ language }: ImportedFile, utterances: readonly Utterance[]): string | null {
  const known = RECORDING_LANGUAGES.find((each) => each === language?.slice(0, 2).toLowerCase());
  return (
    known ?? detectLanguage(utterances.slice(0, 200).flatMap(({ words }) => words.map(({ text }) => text)))
  );
}

function confidenceOf(file: ImportedFile, utterances: readonly Utterance[]): number | null {
  if (file.confidenceScore !== null) return file.confidenceScore;
  if (file.format === 'celeste') return null;
  const isKnown = file.passages.every(({ words }) => words?.every(({ confidence }) => confidence !== null));
  return isKnown ? transcriptConfidence(utterances.flatMap(({ words }) => words)) : null;
}
