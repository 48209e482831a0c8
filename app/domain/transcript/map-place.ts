import { internTexts, matchStretch, newWorkBudget } from './match-sequences';
import { wordRanges } from './word-ranges';

/** A place in one of some texts. */
export interface TextPlace {
  /** Of the text. */
  index: number;
  /** In characters. */
  offset: number;
}

interface PlacedWord {
  text: string;
  index: number;
  start: number;
}

/**
 * Where a place is after texts were changed into others: at the same word, or else where that word was. A place
 * between words stays behind the word before it.
 * @returns null when nothing is left
 */
export function mapPlace(
  before: readonly string[],
  after: readonly string[],
  { index, offset }: TextPlace,
): TextPlace | null {
  const [old, fresh] = [placedWords(before), placedWords(after)];
  if (fresh.length === 0) return null;
  const at = old.findLastIndex((word) => word.index < index || (word.index === index && word.start < offset));
  const anchor = old[at];
  // Before the first word of its text, the place stays before the next word.
  if (!anchor || anchor.index < index) return startOfNext(old, fresh, at + 1);
  const letters = Math.min(anchor.text.length, offset - anchor.start);
  const partners = match(old, fresh);
  const partner = partners[at]!;
  if (partner >= 0) return placeIn(fresh[partner]!, letters);
  const previous = lastPartner(partners, at);
  const replaced = at - lastMatched(partners, at);
  const next = firstPartner(partners, at, fresh.length);
  const nearest = Math.min(previous + replaced, next - 1);
  const word = fresh[nearest];
  if (!word || nearest === previous) return word ? placeIn(word, word.text.length) : placeIn(fresh[0]!, 0);
  return placeIn(word, Math.min(letters, word.text.length));
}

const placeIn = ({ index, start }: PlacedWord, letters: number): TextPlace => ({
  index,
  offset: start + letters,
});

function startOfNext(old: readonly PlacedWord[], fresh: readonly PlacedWord[], at: number): TextPlace {
  const partners = match(old, fresh);
  const next = firstPartner(partners, at - 1, fresh.length);
  const word = fresh[next];
  if (word) return placeIn(word, 0);
  const last = fresh.at(-1)!;
  return placeIn(last, last.text.length);
}

const placedWords = (texts: readonly string[]): PlacedWord[] =>
  texts.flatMap((text, index) =>
    wordRanges(text).map(({ start, end }) => ({ text: text.slice(start, end), index, start })),
  );

function match(old: readonly PlacedWord[], fresh: readonly PlacedWord[]): Int32Array {
  const texts = [old, fresh].map((words) => words.map(({ text }) => text));
  const sides = { ...internTexts(texts[0]!, texts[1]!), budget: newWorkBudget() };
  matchStretch(sides, { from: 0, to: old.length, otherFrom: 0, otherTo: fresh.length });
  return sides.partners;
}

/** The last word before `at` that is left; -1 for none. */
const lastMatched = (partners: Int32Array, at: number) =>
  partners.slice(0, at).findLastIndex((each) => each >= 0);

const lastPartner = (partners: Int32Array, at: number) => partners[lastMatched(partners, at)] ?? -1;

const firstPartner = (partners: Int32Array, at: number, none: number) =>
  partners.slice(at + 1).find((each) => each >= 0) ?? none;
