/**
 * Where a word stands: its utterance and its number among that one's words, as one number that rises through the text.
 */
export type Place = number;

/** More words than an utterance has. */
const MAX_WORDS = 2 ** 21;

export const placeOf = (utterance: number, word: number): Place =>
  utterance * MAX_WORDS + Math.min(word, MAX_WORDS - 1);

const utteranceOf = (place: Place): number => Math.floor(place / MAX_WORDS);

/**
 * Rising places, as the differences of utterance and word in bytes of seven bits: two or three bytes for most. A word's
 * number is that in its utterance, or the distance to the last place in the same one.
 */
export function encodePlaces(places: readonly Place[]): Buffer {
  const bytes: number[] = [];
  const write = (value: number) => {
    let rest = value;
    for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
    bytes.push(rest);
  };
  let last = 0;
  for (const place of places) {
    const step = utteranceOf(place) - utteranceOf(last);
    write(step);
    write((place % MAX_WORDS) - (step === 0 ? last % MAX_WORDS : 0));
    last = place;
  }
  return Buffer.from(bytes);
}

/** Rising, as `encodePlaces` got them. A loop without calls: a search reads millions of places. */
export function decodePlaces(bytes: Uint8Array): Float64Array {
  // A place has two bytes or more.
  const places = new Float64Array(bytes.length >> 1);
  let count = 0;
  let utterance = 0;
  let word = 0;
  for (let at = 0; at < bytes.length; ) {
    let step = bytes[at++]!;
    for (let unit = 128; step >= unit && bytes[at - 1]! >= 128; unit *= 128)
      step += (bytes[at++]! - 1) * unit;
    let difference = bytes[at++]!;
    for (let unit = 128; difference >= unit && bytes[at - 1]! >= 128; unit *= 128) {
      difference += (bytes[at++]! - 1) * unit;
    }
    utterance += step;
    word = step === 0 ? word + difference : difference;
    places[count++] = utterance * MAX_WORDS + word;
  }
  return places.subarray(0, count);
}

/**
 * Words of nearly every utterance in Portuguese and English, folded. Two that follow each other are indexed as one term
 * too, so that a phrase of such words need not read all their places. Part of what is stored: a change means to index
 * everything anew.
 */
const FREQUENT_WORDS: ReadonlySet<string> = new Set(
  `a o e de que do da em um para com nao uma os no se na por mais as dos como mas foi ao ele das tem seu sua ou ser
  quando muito ha nos ja esta eu tambem so pelo pela ate isso ela entre era depois sem mesmo aos ter seus quem nas me
  esse eles voce essa num nem meu minha numa the of and to in is it that for on with was be this are i you not have or
  at we they he she his her my your but from by an if there what so can will all do did has had`.split(/\s+/),
);

/** The term of two neighbours; null when they are not both frequent. */
export const pairTermOf = (word: string, next: string | undefined): string | null =>
  next !== undefined && FREQUENT_WORDS.has(word) && FREQUENT_WORDS.has(next) ? `${word} ${next}` : null;

/** A term of the index, and how many words after the beginning of a phrase it stands. */
interface PhrasePart {
  term: string;
  offset: number;
}

/** The terms of the index that a phrase consists of; those of a beginning stand under its own name. */
export function partsOf(phrase: string): PhrasePart[] {
  const words = phrase.split(' ');
  const pairs = words.map((word, index) => pairTermOf(word, words[index + 1]));
  return words.flatMap((word, offset): PhrasePart[] => {
    const pair = pairs[offset];
    if (pair) return [{ term: pair, offset }];
    return pairs[offset - 1] ? [] : [{ term: word, offset }];
  });
}

/** The utterances in which all terms of a search stand, rising. @param placesOf the places of a term of the index */
export function utterancesWithAll(
  terms: readonly string[],
  placesOf: (term: string) => Float64Array,
): number[] {
  const [first = [], ...others] = terms
    .map((term) => utterancesWith(partsOf(term), placesOf))
    .sort((one, other) => one.length - other.length);
  return others.reduce((found, other) => intersect(found, other, 0), first);
}

function utterancesWith(parts: PhrasePart[], placesOf: (term: string) => Float64Array): number[] {
  const [rarest, ...others] = parts
    .map(({ term, offset }) => ({ places: placesOf(term), offset }))
    .sort((one, other) => one.places.length - other.places.length);
  let found: ArrayLike<number> = rarest!.places;
  for (const { places, offset } of others) found = intersect(found, places, offset - rarest!.offset);
  const utterances: number[] = [];
  for (let index = 0; index < found.length; index += 1) {
    const utterance = utteranceOf(found[index]!);
    if (utterance !== utterances.at(-1)) utterances.push(utterance);
  }
  return utterances;
}

/** Those of the first that stand in the second, moved by so much. Both rise. */
function intersect(first: ArrayLike<number>, second: ArrayLike<number>, shift: number): number[] {
  const common: number[] = [];
  let at = 0;
  for (let index = 0; index < first.length; index += 1) {
    const wanted = first[index]! + shift;
    while (at < second.length && second[at]! < wanted) at += 1;
    if (second[at] === wanted) common.push(first[index]!);
  }
  return common;
}
