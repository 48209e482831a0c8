import type { Word } from '../../transcript/transcript';

/** A longer pause separates two numbers; digits that are dictated may stand apart. */
const MAX_PAUSE_IN_NUMBER_MS = 500;
/** A pause that is heard: it may ask for a comma. */
export const COMMA_PAUSE_MS = 250;

/** What replaces the words up to `end`; null leaves them as they are. */
export interface Rewriting {
  end: number;
  texts: string[] | null;
}

/** Looks for one class of expressions at a word. It reads a bounded number of words, or those that it returns. */
export type WritingRule = (text: SpokenText, at: number) => Rewriting | null;

/** Words as a recognizer without writing gives them. */
export class SpokenText {
  /** Lower case. */
  readonly keys: readonly string[];
  readonly #words: readonly Word[];

  constructor(words: readonly Word[]) {
    this.#words = words;
    this.keys = words.map(({ text }) => text.normalize('NFC').toLowerCase());
  }

  key(index: number): string {
    return this.keys[index] ?? '';
  }

  /** Infinity at the last word. */
  pauseAfterMs(index: number): number {
    const [word, next] = [this.#words[index], this.#words[index + 1]];
    return word && next ? next.startMs - word.endMs : Number.POSITIVE_INFINITY;
  }

  /** Whether the word at an index belongs to what was said just before. */
  continuesAt(index: number): boolean {
    return index < this.keys.length && (index === 0 || this.pauseAfterMs(index - 1) < MAX_PAUSE_IN_NUMBER_MS);
  }

  /** Whether the word at an index follows the one before without a pause that is heard. */
  isAdjacent(index: number): boolean {
    return index > 0 && index < this.keys.length && this.pauseAfterMs(index - 1) < COMMA_PAUSE_MS;
  }

  /** The index after a word that joins two parts of a number, if it stands at `at` without a pause before it. */
  skip(at: number, word: string): number {
    return this.key(at) === word && this.continuesAt(at) ? at + 1 : at;
  }

  /** The words before, nearest first. */
  before(at: number, count: number): string[] {
    return this.keys.slice(Math.max(0, at - count), at).reverse();
  }
}

/** 1234567 as '1.234.567'. */
export const grouped = (value: number, separator: string) =>
  String(value).replace(/\B(?=(\d{3})+$)/g, separator);

export const twoDigits = (value: number) => String(value).padStart(2, '0');

export const setOf = (words: string) => new Set(words.split(' '));

/** Numbers the words of a list from `first`. */
export const numbered = (words: string, first: number, step = 1): [string, number][] =>
  words.split(' ').map((word, index) => [word, first + index * step]);
