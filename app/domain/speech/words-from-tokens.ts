import type { TimeRange } from '../transcript/time-range';
import type { Word } from '../transcript/transcript';

/** Of a transducer for one audio segment: four lists of one length, times in seconds from its start. */
interface RecognizedTokens {
  /** Word pieces; one that begins with a space begins a word. */
  tokens: readonly string[];
  timestamps: readonly number[];
  durations: readonly number[];
  /** Natural logarithm of each token's probability. */
  logProbs: readonly number[];
}

interface PlacedToken extends TimeRange {
  text: string;
  logProb: number;
}

/** A transducer may return a token without a duration; its word still gets this much where there is room. */
const MIN_WORD_MS = 40;

const isSpoken = (token: PlacedToken) => /[\p{L}\p{N}]/u.test(token.text);

function confidenceOf(tokens: PlacedToken[]): number {
  const spoken = tokens.filter(isSpoken);
  const logProbs = (spoken.length > 0 ? spoken : tokens)
    .map((token) => token.logProb)
    .filter(Number.isFinite);
  if (logProbs.length === 0) return 0;
  const mean = logProbs.reduce((sum, logProb) => sum + logProb, 0) / logProbs.length;
  return Math.min(1, Math.exp(mean));
}

/**
 * A word's confidence is exp(mean log-probability) of its tokens that contain a letter or a digit. Tokens
 * without a finite time are dropped; times are in order, without overlap and within the segment.
 */
export function wordsFromTokens(recognized: RecognizedTokens, segment: TimeRange): Word[] {
  const within = (ms: number) => Math.min(Math.max(ms, segment.startMs), segment.endMs);
  const groups: PlacedToken[][] = [];
  recognized.tokens.forEach((text, index) => {
    const start = recognized.timestamps[index] ?? Number.NaN;
    if (!Number.isFinite(start)) return;
    const duration = recognized.durations[index] ?? 0;
    const token = {
      text,
      startMs: within(segment.startMs + Math.round(start * 1000)),
      endMs: within(
        segment.startMs + Math.round((start + (Number.isFinite(duration) ? duration : 0)) * 1000),
      ),
      logProb: recognized.logProbs[index] ?? Number.NaN,
    };
    const group = groups.at(-1);
    if (group && !text.startsWith(' ')) group.push(token);
    else groups.push([token]);
  });

  const spelled = groups
    .map((tokens) => ({
      text: tokens
        .map((token) => token.text)
        .join('')
        .trim(),
      startMs: tokens[0]!.startMs,
      endMs: tokens.at(-1)!.endMs,
      confidence: confidenceOf(tokens),
    }))
    .filter((word) => word.text !== '');
  let earliestMs = segment.startMs;
  return spelled.map((word, index) => {
    const startMs = Math.max(word.startMs, earliestMs);
    const latestEndMs = Math.max(spelled[index + 1]?.startMs ?? segment.endMs, startMs);
    const endMs = Math.min(Math.max(word.endMs, startMs + MIN_WORD_MS), latestEndMs);
    earliestMs = endMs;
    return { ...word, startMs, endMs };
  });
}
