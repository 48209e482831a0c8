/** Character range in a text, in UTF-16 units. */
export interface TextRange {
  start: number;
  end: number;
}

const isSpace = (unit: string | undefined) => unit === undefined || /\s/u.test(unit);

export function wordRanges(text: string): TextRange[] {
  return [...text.matchAll(/\S+/gu)].map(({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
  }));
}

/** Index of the word at an offset of the text, or of the last word before it; -1 before the first. */
export function wordIndexAt(text: string, offset: number): number {
  let count = 0;
  for (let at = 0; at <= offset && at < text.length; at += 1) {
    if (!isSpace(text[at]) && isSpace(text[at - 1])) count += 1;
  }
  return count - 1;
}

/** The words that overlap a range of the text; for an empty range the word at or next to it. */
export function wordsInRange(text: string, from: number, to: number): { from: number; count: number } {
  const places = wordRanges(text);
  const touched = (place: TextRange) =>
    from === to ? place.start <= from && place.end >= to : place.start < to && place.end > from;
  const first = places.findIndex(touched);
  if (first < 0) return { from: 0, count: 0 };
  return { from: first, count: from === to ? 1 : places.filter(touched).length };
}

/** Index of the last item that starts at or before `ms`; -1 without one. Items must be sorted by time. */
export function lastStartedIndex<Item>(
  items: readonly Item[],
  startMs: (item: Item) => number,
  ms: number,
): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (startMs(items[middle]!) <= ms) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
