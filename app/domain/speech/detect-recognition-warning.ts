import { overlapMs, type TimeRange } from '../transcript/time-range';
import type { Word } from '../transcript/transcript';
import type { TranscriptWarning } from './transcript-warning';

/** Longest phrase that is checked for repetition, in words. */
const MAX_PHRASE_WORDS = 12;
/** People repeat a word up to four times; a decoder stuck in a loop repeats it for the rest of its window. */
const MIN_REPETITIONS = 4;
const MIN_REPEATED_WORDS = 12;
/** Longer speech without a recognized word counts as truncated. */
const MAX_WORDLESS_SPEECH_MS = 6_000;

/** A repeated phrase (hallucination loop), or speech without words. Both lists are in order of time. */
export function detectRecognitionWarning(
  words: readonly Word[],
  speech: readonly TimeRange[],
): TranscriptWarning | null {
  return findRepetition(words) ?? findSpeechWithoutWords(words, speech);
}

/** Replaces Whisper's compression ratio (Radford et al. 2022, 4.5), and also locates the loop. */
function findRepetition(words: readonly Word[]): TranscriptWarning | null {
  const texts = words.map(({ text }) => text.toLowerCase());
  let longest = { from: 0, count: 0 };
  for (let length = 1; length <= MAX_PHRASE_WORDS; length += 1) {
    let alike = 0;
    for (let index = length; index <= texts.length; index += 1) {
      if (index < texts.length && texts[index] === texts[index - length]) {
        alike += 1;
        continue;
      }
      const count = alike + length;
      const isLoop = count >= MIN_REPEATED_WORDS && count >= MIN_REPETITIONS * length;
      if (isLoop && count > longest.count) longest = { from: index - count, count };
      alike = 0;
    }
  }
  if (longest.count === 0) return null;
  const [first, last] = [words[longest.from]!, words[longest.from + longest.count - 1]!];
  return { kind: 'repeated', startMs: first.startMs, endMs: last.endMs };
}

/** The gap between, before or after the words that has the most speech, if over six seconds. */
function findSpeechWithoutWords(
  words: readonly Word[],
  speech: readonly TimeRange[],
): TranscriptWarning | null {
  const [first, last] = [speech[0], speech.at(-1)];
  if (!first || !last) return null;
  const edges = [first.startMs, ...words.flatMap(({ startMs, endMs }) => [startMs, endMs]), last.endMs];
  let worst: { span: TimeRange; speechMs: number } | null = null;
  for (let index = 0; index < edges.length; index += 2) {
    const gap = { startMs: edges[index]!, endMs: edges[index + 1]! };
    if (gap.endMs - gap.startMs <= MAX_WORDLESS_SPEECH_MS) continue;
    const speechMs = speech.reduce((sum, span) => sum + overlapMs(span, gap), 0);
    if (speechMs > MAX_WORDLESS_SPEECH_MS && speechMs > (worst?.speechMs ?? 0))
      worst = { span: gap, speechMs };
  }
  return worst && { kind: 'truncated', ...worst.span };
}
