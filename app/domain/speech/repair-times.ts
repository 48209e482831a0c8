import type { TimeRange } from '../transcript/time-range';

/** Recognizers round their times, and let the last words run past the end of what they got. */
const SLACK_MS = 1_000;
/** Shorter overlaps are trimmed without a word about it. */
const TOLERATED_OVERLAP_MS = 500;
/** Nobody says a word faster. */
const MIN_WORD_MS = 20;
/** Pace of words whose times are lost, unless there is less room. */
const ESTIMATED_WORD_MS = 400;
/** So many in a row that begin at the same moment have no times of their own. */
const MAX_SIMULTANEOUS = 3;

interface RepairedTimes {
  /** As many as given, in the same order, inside the range; each begins no earlier than the one before. */
  spans: TimeRange[];
  /** From the first to the last span whose times were estimated; null when all were possible. */
  repaired: TimeRange | null;
}

/**
 * Possible times for texts in spoken order: spans that are no numbers, negative, reversed, outside of `range`, out of
 * order or far too short share the gap between their neighbours by the length of their texts.
 * @param texts not empty
 */
export function repairTimes(
  texts: readonly string[],
  given: readonly TimeRange[],
  range: TimeRange,
): RepairedTimes {
  const isKept = keptOf(texts, given, range);
  const clamp = (ms: number) => Math.min(range.endMs, Math.max(range.startMs, Math.round(ms)));
  const spans = given.map(({ startMs, endMs }) => ({ startMs: clamp(startMs), endMs: clamp(endMs) }));
  const estimated = new Set<number>(trimOverlaps(spans, isKept));
  for (let from = 0; from < spans.length; from += 1) {
    if (isKept[from]) continue;
    let to = from;
    while (to + 1 < spans.length && !isKept[to + 1]) to += 1;
    const run = texts.slice(from, to + 1);
    fill(spans, from, run, gapFor(run, { before: spans[from - 1], after: spans[to + 1], range }));
    for (let index = from; index <= to; index += 1) estimated.add(index);
    from = to;
  }
  const touched = [...estimated].map((index) => spans[index]!);
  const repaired = touched.length > 0 && {
    startMs: Math.min(...touched.map(({ startMs }) => startMs)),
    endMs: Math.max(...touched.map(({ endMs }) => endMs)),
  };
  return { spans, repaired: repaired || null };
}

/** The longest chain of possible spans whose starts rise. */
function keptOf(texts: readonly string[], given: readonly TimeRange[], range: TimeRange): boolean[] {
  const possible = given.flatMap((span, index) =>
    isPossible(span, texts[index]!, range) && !isSimultaneous(given, index) ? [index] : [],
  );
  const kept = given.map(() => false);
  for (const index of longestRisingChain(possible, (one) => given[one]!.startMs)) kept[index] = true;
  return kept;
}

function isPossible({ startMs, endMs }: TimeRange, text: string, range: TimeRange): boolean {
  const words = text.trim().split(/\s+/u).length;
  const isInside = startMs >= range.startMs - SLACK_MS && endMs <= range.endMs + SLACK_MS;
  return isInside && endMs >= startMs && (words === 1 || endMs - startMs >= words * MIN_WORD_MS);
}

const isSimultaneous = (given: readonly TimeRange[], index: number) =>
  given[index]!.startMs === given[index - MAX_SIMULTANEOUS]?.startMs;

/** Longest non-decreasing subsequence, by patience sorting. */
function longestRisingChain(indices: readonly number[], keyOf: (index: number) => number): number[] {
  const ends: number[] = [];
  const previous = new Map<number, number | undefined>();
  for (const index of indices) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (keyOf(ends[middle]!) <= keyOf(index)) low = middle + 1;
      else high = middle;
    }
    previous.set(index, ends[low - 1]);
    ends[low] = index;
  }
  const chain: number[] = [];
  for (let at = ends.at(-1); at !== undefined; at = previous.get(at)) chain.unshift(at);
  return chain;
}

/** @returns the indices of those that overlapped by more than rounding explains */
function trimOverlaps(spans: TimeRange[], isKept: readonly boolean[]): number[] {
  const trimmed: number[] = [];
  let last: number | null = null;
  for (const [index, span] of spans.entries()) {
    if (!isKept[index]) continue;
    const before = last === null ? null : spans[last]!;
    if (before && before.endMs > span.startMs) {
      if (before.endMs - span.startMs > TOLERATED_OVERLAP_MS) trimmed.push(last!);
      before.endMs = span.startMs;
    }
    last = index;
  }
  return trimmed;
}

function gapFor(
  texts: readonly string[],
  around: { before: TimeRange | undefined; after: TimeRange | undefined; range: TimeRange },
): TimeRange {
  const startMs = around.before?.endMs ?? around.range.startMs;
  const endMs = Math.max(startMs, around.after?.startMs ?? around.range.endMs);
  const words = texts.join(' ').trim().split(/\s+/u).length;
  const neededMs = Math.min(endMs - startMs, words * ESTIMATED_WORD_MS);
  if (around.before) return { startMs, endMs: startMs + neededMs };
  return around.after ? { startMs: endMs - neededMs, endMs } : { startMs, endMs };
}

function fill(
  spans: TimeRange[],
  from: number,
  texts: readonly string[],
  { startMs, endMs }: TimeRange,
): void {
  const total = texts.reduce((sum, { length }) => sum + Math.max(1, length), 0);
  let letters = 0;
  const at = () => startMs + Math.round(((endMs - startMs) * letters) / total);
  for (const [offset, { length }] of texts.entries()) {
    const spanStartMs = at();
    letters += Math.max(1, length);
    spans[from + offset] = { startMs: spanStartMs, endMs: at() };
  }
}
