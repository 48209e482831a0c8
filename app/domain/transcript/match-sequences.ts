import { append } from '../append';
/** Steps left of a comparison, shared by its parts. When none are left, the rest counts as different. */
export interface WorkBudget {
  steps: number;
}

/** Some tenths of a second. */
const MAX_STEPS = 20_000_000;

export const newWorkBudget = (): WorkBudget => ({ steps: MAX_STEPS });

/** Up to this length, both sides together, the shortest edit is sought without splitting first. */
const SHORT = 400;

/** Edits of one stretch above which its sides count as different. */
const MAX_EDITS = 1000;

/** Indexes into both sequences; the ends are exclusive. */
export interface Stretch {
  from: number;
  to: number;
  otherFrom: number;
  otherTo: number;
}

interface Sides {
  one: Int32Array;
  other: Int32Array;
  /** For each index of `one` the equal one of `other`, or -1. */
  partners: Int32Array;
  budget: WorkBudget;
}

/** Both sequences as numbers: equal texts have equal numbers. */
export function internTexts(
  one: readonly string[],
  other: readonly string[],
): Pick<Sides, 'one' | 'other' | 'partners'> {
  const numbers = new Map<string, number>();
  const numberOf = (text: string) => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    numbers.set(text, numbers.size);
    return numbers.size - 1;
  };
  return {
    one: Int32Array.from(one, numberOf),
    other: Int32Array.from(other, numberOf),
    partners: new Int32Array(one.length).fill(-1),
  };
}

/**
 * Finds partners within a stretch, in rising order: common ends first, then what occurs once on both sides
 * (patience diff), then the shortest edit (Myers, An O(ND) Difference Algorithm, 1986).
 */
export function matchStretch(sides: Sides, whole: Stretch): void {
  const stack = [whole];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const middle = matchEnds(sides, next);
    const length = middle.to - middle.from + middle.otherTo - middle.otherFrom;
    if (middle.from === middle.to || middle.otherFrom === middle.otherTo || sides.budget.steps <= 0) continue;
    sides.budget.steps -= 4 * length;
    const parts = length > SHORT ? splitAtAnchors(sides, middle) : [];
    if (parts.length > 0) append(stack, parts);
    else matchShortestEdit(sides, middle);
  }
}

function matchEnds({ one, other, partners }: Sides, stretch: Stretch): Stretch {
  let { from, to, otherFrom, otherTo } = stretch;
  while (from < to && otherFrom < otherTo && one[from] === other[otherFrom]) partners[from++] = otherFrom++;
  while (from < to && otherFrom < otherTo && one[to - 1] === other[otherTo - 1]) partners[--to] = --otherTo;
  return { from, to, otherFrom, otherTo };
}

/** Indexes of the texts that occur once. */
function uniqueIndexes(texts: Int32Array, from: number, to: number): Map<number, number> {
  const indexes = new Map<number, number>();
  for (let index = from; index < to; index += 1)
    indexes.set(texts[index]!, indexes.has(texts[index]!) ? -1 : index);
  return indexes;
}

/** The stretches between texts that occur once on both sides, in the same order; none without such texts. */
function splitAtAnchors({ one, other, partners }: Sides, stretch: Stretch): Stretch[] {
  const { from, to, otherFrom, otherTo } = stretch;
  const inOther = uniqueIndexes(other, otherFrom, otherTo);
  const pairs: [number, number][] = [];
  for (const [text, index] of uniqueIndexes(one, from, to)) {
    const partner = inOther.get(text) ?? -1;
    if (index >= 0 && partner >= 0) pairs.push([index, partner]);
  }
  const parts: Stretch[] = [];
  let [at, otherAt] = [from, otherFrom];
  for (const [index, partner] of longestRising(pairs)) {
    partners[index] = partner;
    parts.push({ from: at, to: index, otherFrom: otherAt, otherTo: partner });
    [at, otherAt] = [index + 1, partner + 1];
  }
  if (parts.length > 0) parts.push({ from: at, to, otherFrom: otherAt, otherTo });
  return parts;
}

/** The longest of the sublists whose second numbers rise. @param pairs their first numbers rise */
function longestRising(pairs: readonly [number, number][]): [number, number][] {
  const tails: number[] = [];
  const previous = pairs.map(([, partner], index) => {
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[tails[middle]!]![1] < partner) low = middle + 1;
      else high = middle;
    }
    tails[low] = index;
    return low > 0 ? tails[low - 1]! : -1;
  });
  const rising: [number, number][] = [];
  for (let index = tails.at(-1) ?? -1; index >= 0; index = previous[index]!) rising.push(pairs[index]!);
  return rising.reverse();
}

function matchShortestEdit(sides: Sides, stretch: Stretch): void {
  const { one, other, budget } = sides;
  const { from, otherFrom } = stretch;
  const [length, otherLength] = [stretch.to - from, stretch.otherTo - otherFrom];
  const most = Math.min(length + otherLength, MAX_EDITS);
  /** How far each diagonal reaches, by its number and `most + 1`. */
  const reach = new Int32Array(2 * most + 3);
  const rounds: Int32Array[] = [];
  for (let edits = 0; edits <= most && budget.steps > 0; edits += 1) {
    budget.steps -= 2 * edits + 1;
    rounds.push(reach.slice(most - edits, most + edits + 3));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const place = most + 1 + diagonal;
      const start = startOn(reach, place, diagonal, edits);
      let x = start;
      let y = x - diagonal;
      for (; x < length && y < otherLength && one[from + x] === other[otherFrom + y]; y += 1) x += 1;
      budget.steps -= x - start;
      reach[place] = x;
      if (x >= length && y >= otherLength) {
        followBack(sides, stretch, rounds);
        return;
      }
    }
  }
}

/** Where a diagonal starts after one more edit: below the diagonal above it, or to the right of the one below. */
const startOn = (reach: Int32Array, place: number, diagonal: number, edits: number) =>
  diagonal === -edits || (diagonal !== edits && reach[place - 1]! < reach[place + 1]!)
    ? reach[place + 1]!
    : reach[place - 1]! + 1;

/** Marks the equal texts on the way that led to both ends. @param rounds the reach before each edit */
function followBack({ partners }: Sides, stretch: Stretch, rounds: readonly Int32Array[]): void {
  const { from, otherFrom } = stretch;
  let [x, y] = [stretch.to - from, stretch.otherTo - otherFrom];
  for (let edits = rounds.length - 1; edits >= 0; edits -= 1) {
    const diagonal = x - y;
    const start = edits === 0 ? 0 : startOn(rounds[edits]!, edits + 1 + diagonal, diagonal, edits);
    for (; x > start; ) partners[from + --x] = otherFrom + --y;
    if (edits === 0) return;
    const isDown =
      diagonal === -edits ||
      (diagonal !== edits && rounds[edits]![edits + diagonal]! < rounds[edits]![edits + 2 + diagonal]!);
    if (isDown) y -= 1;
    else x -= 1;
  }
}

/** Longest run of equal texts that may be given up between two longer changes. */
const MAX_ISLAND = 2;

/** Gives up equal texts that stand alone between longer changes: reading around them is harder than anew. */
export function dropIslands(partners: Int32Array, stretch: Stretch): void {
  const runs: { at: number; count: number; before: number }[] = [];
  let [at, otherAt] = [stretch.from, stretch.otherFrom];
  for (let index = stretch.from; index < stretch.to; index += 1) {
    const partner = partners[index]!;
    if (partner < 0) continue;
    const last = runs.at(-1);
    const before = Math.max(index - at, partner - otherAt);
    if (last && before === 0) last.count += 1;
    else runs.push({ at: index, count: 1, before });
    [at, otherAt] = [index + 1, partner + 1];
  }
  const end = Math.max(stretch.to - at, stretch.otherTo - otherAt);
  runs.forEach(({ at: start, count, before }, index) => {
    const after = runs[index + 1]?.before ?? end;
    if (count <= MAX_ISLAND && before > 2 * count && after > 2 * count)
      partners.fill(-1, start, start + count);
  });
}
