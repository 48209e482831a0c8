/** Where a word stands in a text, in UTF-16 units. */
export interface Place {
  start: number;
  end: number;
}

const isSpace = (unit: string | undefined) => unit === undefined || /\s/u.test(unit);

/** Where the words of a text stand, in order. */
export function wordPlaces(text: string): Place[] {
  return [...text.matchAll(/\S+/gu)].map(({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
  }));
}

/** The number of the word at a place of the text, or of the last one before it; -1 before the first. */
export function wordAt(text: string, offset: number): number {
  let count = 0;
  for (let at = 0; at <= offset && at < text.length; at += 1) {
    if (!isSpace(text[at]) && isSpace(text[at - 1])) count += 1;
  }
  return count - 1;
}

/**
 * The words that a stretch of the text touches; for an empty one the word it stands in or beside.
 * @returns the number of the first, and how many
 */
export function wordsTouched(text: string, from: number, to: number): { from: number; count: number } {
  const places = wordPlaces(text);
  const touched = (place: Place) =>
    from === to ? place.start <= from && place.end >= to : place.start < to && place.end > from;
  const first = places.findIndex(touched);
  if (first < 0) return { from: 0, count: 0 };
  return { from: first, count: from === to ? 1 : places.filter(touched).length };
}

/** The number of the last item that begins at a time or before it; -1 when none does. Items in order of time. */
export function lastBegun<Item>(items: readonly Item[], startMs: (item: Item) => number, ms: number): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (startMs(items[middle]!) <= ms) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
