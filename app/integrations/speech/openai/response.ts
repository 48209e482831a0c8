import { z } from 'zod';
import { foldWord } from '@/app/domain/library/searchable-words';
import { languageCodeOf } from '@/app/domain/speech/language-code';
import { repairTimes } from '@/app/domain/speech/repair-times';
import type { TranscriptWarning } from '@/app/domain/speech/transcript-warning';
import { longestCommonSubsequence } from '@/app/domain/transcript/longest-common-subsequence';
import { retimeWords, splitWords } from '@/app/domain/transcript/retime-words';
import type { TimeRange } from '@/app/domain/transcript/time-range';
import type { Word } from '@/app/domain/transcript/transcript';

/** Sanity limit; no chunk of a recording has more. */
const MAX_WORDS = 20_000;
const MAX_SEGMENTS = 2_000;

/** In seconds, as all times of the API; NaN for what is no number. Impossible times are repaired later. */
const time = z.number().catch(Number.NaN);

const optionalNumber = z.number().nullish().catch(null);

const timedWord = z.object({
  word: z.string(),
  start: time,
  end: time,
  /** Not sent by OpenAI itself, but by faster-whisper and whisper.cpp. */
  probability: optionalNumber,
});

const segment = z.object({
  start: time,
  end: time,
  text: z.string(),
  avg_logprob: optionalNumber,
  words: z.array(timedWord).nullish(),
});

const verboseJson = z.object({
  text: z.string(),
  language: z.string().nullish().catch(null),
  words: z.array(timedWord).max(MAX_WORDS).nullish(),
  segments: z.array(segment).max(MAX_SEGMENTS).nullish(),
});

type TimedWord = z.infer<typeof timedWord>;
type Segment = z.infer<typeof segment>;
export type VerboseJson = z.infer<typeof verboseJson>;

/** Outside of strings, which the first alternative skips. */
const NON_FINITE = /"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g;

/** Python's servers write NaN and Infinity, which are read as null; undefined when it is no JSON otherwise. */
export function parseLenientJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    try {
      return JSON.parse(body.replace(NON_FINITE, (found) => (found.startsWith('"') ? found : 'null')));
    } catch {
      return undefined;
    }
  }
}

/** Parses a `verbose_json` response; null when it does not match the schema. */
export function parseVerboseJson(body: unknown): VerboseJson | null {
  return verboseJson.safeParse(body).data ?? null;
}

interface RecognizedChunk {
  words: Word[];
  hasConfidence: boolean;
  /** Times that had to be estimated, and the language that the server says the chunk is in. */
  concerns: TranscriptWarning[];
}

/**
 * Servers send timed words at the top level, in each segment, or not at all; then a segment's words share its
 * time. A word's confidence is its probability, else its segment's. Impossible times are estimated, and a warning
 * says so. Null when the text has no times at all.
 */
export function wordsOfChunk(answer: VerboseJson, chunk: TimeRange): RecognizedChunk | null {
  const segments = (answer.segments ?? []).filter(({ text }) => text.trim() !== '');
  const inSegments = segments.flatMap(({ words }) => words ?? []);
  const timed = mergeWordPieces(answer.words?.length ? answer.words : inSegments);
  const isByWord = hasTimes(timed);
  if (!isByWord && !hasTimes(segments)) {
    return answer.text.trim() === '' ? { words: [], hasConfidence: true, concerns: [] } : null;
  }
  const spoken = isByWord
    ? withTimes(
        timed,
        timed.map(({ word }) => word),
        chunk,
      )
    : withTimes(
        segments,
        segments.map(({ text }) => text),
        chunk,
      );
  const spans = isByWord
    ? (spoken.items as TimedWord[])
    : (spoken.items as Segment[]).flatMap(wordsOfSegment);
  return recognizedChunk(spans, { segments, chunk, answer, repaired: spoken.repaired });
}

/** Whether anything has a time; a server without timestamps may send zeros for all. */
const hasTimes = (items: readonly { start: number; end: number }[]) =>
  items.some(({ start, end }) => Number.isFinite(start) || Number.isFinite(end));

/** The same items with possible times, in seconds of the chunk. */
function withTimes<Item extends { start: number; end: number }>(
  items: readonly Item[],
  texts: readonly string[],
  { startMs, endMs }: TimeRange,
): { items: Item[]; repaired: TimeRange | null } {
  const range = { startMs: 0, endMs: endMs - startMs };
  const given = items.map(({ start, end }) => ({ startMs: start * 1000, endMs: end * 1000 }));
  const { spans, repaired } = repairTimes(texts, given, range);
  return {
    items: items.map((item, index) => ({
      ...item,
      start: spans[index]!.startMs / 1000,
      end: spans[index]!.endMs / 1000,
    })),
    repaired: repaired && { startMs: repaired.startMs + startMs, endMs: repaired.endMs + startMs },
  };
}

/** Merges word pieces: where words start with a space, a piece without one continues the previous word. */
function mergeWordPieces(words: readonly TimedWord[]): TimedWord[] {
  const showsSpaces = words.some(({ word }) => /^\s/.test(word));
  const whole: TimedWord[] = [];
  for (const word of words) {
    const last = whole.at(-1);
    if (word.word.trim() === '') continue;
    if (!last || !showsSpaces || /^\s/.test(word.word)) whole.push({ ...word });
    else {
      last.word += word.word;
      last.end = word.end;
    }
  }
  return whole.map((word) => ({ ...word, word: word.word.trim() }));
}

function wordsOfSegment({ text, start, end }: Segment): TimedWord[] {
  const span = { startMs: start * 1000, endMs: end * 1000 };
  return retimeWords([], splitWords(text), span).map(({ text: word, startMs, endMs }) => ({
    word,
    start: startMs / 1000,
    end: endMs / 1000,
  }));
}

function recognizedChunk(
  timed: readonly TimedWord[],
  about: {
    segments: readonly Segment[];
    chunk: TimeRange;
    answer: VerboseJson;
    repaired: TimeRange | null;
  },
): RecognizedChunk {
  const { segments, chunk, answer, repaired } = about;
  const within = (seconds: number) => Math.min(chunk.endMs, chunk.startMs + Math.round(seconds * 1000));
  const dressed = withPunctuation(
    timed.map(({ word }) => word),
    answer.text,
  );
  const confidences = timed.map((word) => word.probability ?? segmentConfidence(word, segments));
  const words = timed.map(({ start, end }, index) => {
    const startMs = Math.min(within(start), chunk.endMs - 1);
    const confidence = Math.min(1, Math.max(0, confidences[index] ?? 1));
    return { text: dressed[index]!, startMs, endMs: Math.max(startMs + 1, within(end)), confidence };
  });
  const language = answer.language ? languageCodeOf(answer.language) : null;
  return {
    words,
    hasConfidence: confidences.every((confidence) => confidence !== null),
    concerns: [
      ...(repaired ? [{ kind: 'times', ...repaired } as const] : []),
      ...(language && words.length > 0
        ? [{ kind: 'language', language, startMs: chunk.startMs, endMs: chunk.endMs } as const]
        : []),
    ],
  };
}

function segmentConfidence({ start, end }: TimedWord, segments: readonly Segment[]): number | null {
  const middle = (start + end) / 2;
  const around = segments.find((one) => one.start <= middle && middle <= one.end);
  const logProbability = around?.avg_logprob;
  return logProbability === null || logProbability === undefined ? null : Math.exp(logProbability);
}

/** OpenAI's timed words lack punctuation, which is taken from its text. */
function withPunctuation(words: readonly string[], text: string): string[] {
  const written = splitWords(text);
  const dressed = [...words];
  for (const { inBefore, inTyped } of longestCommonSubsequence(words.map(foldWord), written.map(foldWord))) {
    dressed[inBefore] = written[inTyped]!;
  }
  return dressed;
}
