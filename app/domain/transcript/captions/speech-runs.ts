import type { Utterance, Word } from '../transcript';
import { BEFORE_ASIDE, BETWEEN_WORDS, breakCost } from './phrase-breaks';

/** Consecutive words that one speaker says, and that captions may be made of. There is at least one. */
export interface SpeechRun {
  speaker: string;
  words: Word[];
}

/** Somebody who speaks at the same time gets a turn after this much speech, at a clause or, later, any phrase. */
const SHARED_TURN_MS = 1_500;
const LONG_SHARED_TURN_MS = 3_000;

/** A longer pause ends a run: a caption does not last through a silence. */
const MAX_PAUSE_MS = 1_500;

/** Words of an utterance from an index on. */
interface Remainder {
  utterance: Utterance;
  from: number;
}

/**
 * The order in which captions show what is said. Utterances follow each other; where two overlap, the longer
 * one is cut, so that an interjection stands near the words that it interrupts.
 */
export function toSpeechRuns(utterances: readonly Utterance[]): SpeechRun[] {
  const queue = new SpeechQueue(utterances);
  const runs: SpeechRun[] = [];
  for (let next = queue.take(); next; next = queue.take()) {
    const { utterance, from } = next;
    const end = endOfRun(utterance.words, from, queue);
    runs.push({ speaker: utterance.speaker, words: utterance.words.slice(from, end) });
    if (end < utterance.words.length) queue.return({ utterance, from: end });
  }
  return runs;
}

/** Index after the last word of the run that begins at `from`. */
function endOfRun(words: readonly Word[], from: number, queue: SpeechQueue): number {
  const startMs = words[from]!.startMs;
  const stopMs = words.at(-1)!.endMs - SHARED_TURN_MS;
  for (let index = from + 1; index < words.length; index += 1) {
    const word = words[index]!;
    const before = words[index - 1]!;
    if (word.startMs - before.endMs > MAX_PAUSE_MS) return index;
    const saidMs = word.startMs - startMs;
    const mayCut = saidMs >= SHARED_TURN_MS && word.startMs <= stopMs && queue.hasStartedBy(word.startMs);
    const worst = saidMs < LONG_SHARED_TURN_MS ? BEFORE_ASIDE : BETWEEN_WORDS;
    if (mayCut && breakCost(before.text, word.text, 0) <= worst) return index;
  }
  return words.length;
}

/** What is still to be said, by its start. */
class SpeechQueue {
  readonly #utterances: readonly Remainder[];
  #next = 0;
  /** By their starts, latest first. Few at a time, and each begins near where a run before it ended. */
  readonly #returned: Remainder[] = [];

  constructor(utterances: readonly Utterance[]) {
    this.#utterances = utterances
      .filter(({ words }) => words.length > 0)
      .map((utterance) => ({ utterance, from: 0 }))
      .sort((one, other) => startOf(one) - startOf(other));
  }

  /** Whether anybody else begins to speak at a time or before it. */
  hasStartedBy(ms: number): boolean {
    return Math.min(startOf(this.#utterances[this.#next]), startOf(this.#returned.at(-1))) <= ms;
  }

  take(): Remainder | undefined {
    const fresh = this.#utterances[this.#next];
    if (startOf(this.#returned.at(-1)) < startOf(fresh)) return this.#returned.pop();
    this.#next += 1;
    return fresh;
  }

  return(remainder: Remainder): void {
    const place = this.#returned.findIndex((other) => startOf(other) <= startOf(remainder));
    this.#returned.splice(place < 0 ? this.#returned.length : place, 0, remainder);
  }
}

const startOf = (remainder: Remainder | undefined): number =>
  remainder ? remainder.utterance.words[remainder.from]!.startMs : Number.POSITIVE_INFINITY;
