import { z } from 'zod';
import { foldWord } from '@/app/domain/library/searchable-words';
import { longestCommonSubsequence } from '@/app/domain/transcript/longest-common-subsequence';
import { retimeWords, splitWords } from '@/app/domain/transcript/retime-words';
import type { TimeRange } from '@/app/domain/transcript/time-range';
import type { Word } from '@/app/domain/transcript/transcript';

/** Sanity limit; no chunk of a recording has more. */
const MAX_WORDS = 20_000;
const MAX_SEGMENTS = 2_000;

const timedWord = z.object({
  word: z.string(),
  /** In seconds, as all times of the API. */
  start: z.number(),
  end: z.number(),
  /** Not sent by OpenAI itself, but by faster-whisper and whisper.cpp. */
  probability: z.number().nullish(),
});

const segment = z.object({
  start: z.number(),
  end: z.number(),
  text: z.string(),
  avg_logprob: z.number().nullish(),
  words: z.array(timedWord).nullish(),
});

const verboseJson = z.object({
  text: z.string(),
  words: z.array(timedWord).max(MAX_WORDS).nullish(),
  segments: z.array(segment).max(MAX_SEGMENTS).nullish(),
});

type TimedWord = z.infer<typeof timedWord>;
type Segment = z.infer<typeof segment>;
type VerboseJson = z.infer<typeof verboseJson>;

/** Parses a `verbose_json` response; null when it does not match the schema. */
export function parseVerboseJson(body: unknown): VerboseJson | null {
  return verboseJson.safeParse(body).data ?? null;
}

interface RecognizedChunk {
  words: Word[];
  hasConfidence: boolean;
}

/**
 * Servers send timed words at the top level, in each segment, or not at all; then a segment's words share its
 * time. A word's confidence is its probability, else its segment's. Null when the text has no times.
 */
export function wordsOfChunk(answer: VerboseJson, chunk: TimeRange): RecognizedChunk | null {
  const segments = answer.segments ?? [];
  const inSegments = segments.flatMap(({ words }) => words ?? []);
  const timed = mergeWordPieces(answer.words?.length ? answer.words : inSegments);
  if (timed.length > 0) return recognizedChunk(timed, segments, chunk, answer.text);
  if (segments.length === 0 && answer.text.trim() !== '') return null;
  return recognizedChunk(segments.flatMap(wordsOfSegment), segments, chunk, answer.text);
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
  segments: readonly Segment[],
  { startMs: chunkMs, endMs: chunkEndMs }: TimeRange,
  text: string,
): RecognizedChunk {
  const within = (seconds: number) => Math.min(chunkEndMs, chunkMs + Math.max(0, Math.round(seconds * 1000)));
  const dressed = withPunctuation(
    timed.map(({ word }) => word),
    text,
  );
  const confidences = timed.map((word) => word.probability ?? segmentConfidence(word, segments));
  const words = timed.map(({ start, end }, index) => {
    const startMs = Math.min(within(start), chunkEndMs - 1);
    const confidence = Math.min(1, Math.max(0, confidences[index] ?? 1));
    return { text: dressed[index]!, startMs, endMs: Math.max(startMs + 1, within(end)), confidence };
  });
  return {
    words: words.sort((a, b) => a.startMs - b.startMs),
    hasConfidence: confidences.every((confidence) => confidence !== null),
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
