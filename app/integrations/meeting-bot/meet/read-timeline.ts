import type { MeetingTimeline, SpokenRange } from '@/app/domain/meeting/timeline';
import type { Evidence, Range } from './evidence';

/** A glow comes after the voice and stays a while after it. */
const HOLD_MS = 700;
/** A glow comes at most this much after its voice. */
const LAG_MS = 500;
/** Pauses within one person's speech. */
const PAUSE_MS = 300;
const MIN_RANGE_MS = 200;
/** A mark must have come and gone so often. */
const MIN_TIMES = 3;
/** What has nothing to do with sound would have been seen so long in silence, to be judged at all. */
const MIN_EXPECTED_MS = 400;
/** A mark of speech is seen in silence at most this share of that; at most the second when the first takes in too much. */
const MAX_OF_EXPECTED = [0.25, 0.05];
/** The time before and after a mark's use in which it could have been seen too. */
const USE_MS = 10_000;
/** Of the sound, so much must have a name, or the signal is none. */
const MIN_EXPLAINED = 0.3;
/** Streams must explain so much of what marks explain. */
const MIN_COMPLETENESS = 0.8;
/** Two at once are rare; a mark of everybody, or of all who listen, is not one of who speaks. */
const MAX_CROWDED = 0.5;
/** A stream without a name belongs to who glows while it is heard, at this share of its time. */
const MIN_OWNERSHIP = 0.8;
const MIN_OWNED_MS = 3_000;

type Of<K extends Evidence['kind']> = Extract<Evidence, { kind: K }>;

/**
 * Reads who spoke when: by streams that belong to people, else by the marks of their tiles that come and go with
 * sound. One name for everything said among several people is a broken signal, and gives no names.
 */
export function readTimeline(evidence: Evidence[]): MeetingTimeline {
  const rosters = evidence.filter((entry) => entry.kind === 'people');
  const people = [...new Set(rosters.flatMap((roster) => roster.people))];
  const sound = joined(latest(of(evidence, 'sound')));
  const isCrowd = rosters.some((roster) => new Set(roster.people).size > 1);
  const isTrusted = (spoken: SpokenRange[]) =>
    explained(spoken, sound) >= MIN_EXPLAINED &&
    !(isCrowd && new Set(spoken.map(({ name }) => name)).size < 2);

  const byMarks = namesOfMarks(latest(of(evidence, 'mark')), sound);
  const bySources = namesOfSources(latest(of(evidence, 'source')), byMarks);
  const [best, other] = prefersMarks(bySources, byMarks, sound) ? [byMarks, bySources] : [bySources, byMarks];
  const signal = [best, other].find(isTrusted) ?? [];
  return { people, spoken: tidy(signal, sound) };
}

const of = <K extends Evidence['kind']>(evidence: Evidence[], kind: K) =>
  evidence.filter((entry): entry is Of<K> => entry.kind === kind);

/** Of lines about the same range, the one that says most. */
function latest<E extends Of<'sound' | 'source' | 'mark'>>(entries: E[]): E[] {
  const found = new Map<string, E>();
  for (const entry of entries) {
    const { endMs: _end, open: _open, ...same } = entry;
    const key = JSON.stringify(same);
    const known = found.get(key);
    if (!known || known.endMs < entry.endMs) found.set(key, entry);
  }
  return [...found.values()];
}

function groupBy<T>(all: T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return groups;
}

/** The union of ranges, in order. */
function joined(ranges: Range[], gapMs = 0): { startMs: number; endMs: number }[] {
  const result: { startMs: number; endMs: number }[] = [];
  for (const { startMs, endMs } of ranges.toSorted((a, b) => a.startMs - b.startMs)) {
    const last = result.at(-1);
    if (last && startMs <= last.endMs + gapMs) last.endMs = Math.max(last.endMs, endMs);
    else result.push({ startMs, endMs });
  }
  return result;
}

const total = (ranges: Range[]) => ranges.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);

/** Where two unions of ranges meet. Both in order. */
function overlap(some: Range[], others: Range[]): { startMs: number; endMs: number }[] {
  const result: { startMs: number; endMs: number }[] = [];
  let from = 0;
  for (const { startMs, endMs } of some) {
    while (from < others.length && others[from]!.endMs <= startMs) from += 1;
    for (let at = from; at < others.length && others[at]!.startMs < endMs; at += 1) {
      const other = others[at]!;
      result.push({ startMs: Math.max(startMs, other.startMs), endMs: Math.min(endMs, other.endMs) });
    }
  }
  return result;
}

/** The share of the sound that has a name. */
const explained = (spoken: Range[], sound: Range[]) =>
  total(sound) > 0 ? total(overlap(joined(spoken), sound)) / total(sound) : 0;

/** Streams are trusted more, unless the page names only a few of them. */
const prefersMarks = (sources: Range[], marks: Range[], sound: Range[]) =>
  explained(sources, sound) < MIN_COMPLETENESS * explained(marks, sound);

/** The ranges of all marks that come and go with sound, with the names of their tiles. */
function namesOfMarks(marks: Of<'mark'>[], sound: Range[]): SpokenRange[] {
  const held = joined(sound.map(({ startMs, endMs }) => ({ startMs, endMs: endMs + HOLD_MS })));
  const judged = [...groupBy(marks, ({ mark }) => mark).values()].map((ranges) => ({
    ranges,
    inSilence: shareInSilence(ranges, held),
  }));
  for (const limit of MAX_OF_EXPECTED) {
    const speaking = judged.filter(({ inSilence }) => inSilence <= limit).flatMap(({ ranges }) => ranges);
    if (!isCrowded(speaking)) return speaking.map(({ name, startMs, endMs }) => ({ name, startMs, endMs }));
  }
  return [];
}

/**
 * How long a mark was seen in silence, as a share of what chance would make of it; infinite when too little is known.
 * Judged within the time in which the mark was in use, since the page's class names change.
 */
function shareInSilence(ranges: Of<'mark'>[], sound: Range[]): number {
  if (ranges.length < MIN_TIMES) return Number.POSITIVE_INFINITY;
  const seen = joined(ranges);
  const startMs = Math.max(0, seen[0]!.startMs - USE_MS);
  const lastMs = Math.max(sound.at(-1)?.endMs ?? 0, seen.at(-1)!.endMs);
  const endMs = Math.min(lastMs, seen.at(-1)!.endMs + USE_MS);
  const silenceShare = 1 - total(overlap([{ startMs, endMs }], sound)) / (endMs - startMs);
  const inSilence = total(seen) - total(overlap(seen, sound));
  const expected = total(seen) * silenceShare;
  return expected >= MIN_EXPECTED_MS ? inSilence / expected : Number.POSITIVE_INFINITY;
}

function isCrowded(ranges: SpokenRange[]): boolean {
  const byName = [...groupBy(ranges, ({ name }) => name).values()].map((own) => joined(own));
  const all = total(byName.flat());
  const once = total(joined(byName.flat()));
  return all - once > MAX_CROWDED * once;
}

/** A stream that the page gives to nobody belongs to who glows while it alone is heard, if it is always the same. */
function namesOfSources(sources: Of<'source'>[], glows: SpokenRange[]): SpokenRange[] {
  const bySource = groupBy(sources, ({ source }) => source);
  return [...bySource.values()].flatMap((ranges) => {
    const learned = ranges.some(({ name }) => name) ? undefined : ownerOf(ranges, glows);
    return ranges.flatMap(({ name = learned, startMs, endMs }) => (name ? { name, startMs, endMs } : []));
  });
}

function ownerOf(ranges: Range[], glows: SpokenRange[]): string | undefined {
  const heard = joined(ranges);
  if (total(heard) < MIN_OWNED_MS) return undefined;
  for (const [name, own] of groupBy(glows, (glow) => glow.name)) {
    if (total(overlap(heard, joined(own))) >= MIN_OWNERSHIP * total(heard)) return name;
  }
  return undefined;
}

/** Fits ranges to the sound that they name: a glow comes late and goes late, by times that are learned. */
function tidy(spoken: SpokenRange[], sound: Range[]): SpokenRange[] {
  const byName = [...groupBy(spoken, ({ name }) => name)];
  const merged = byName.flatMap(([name, own]) => joined(own, PAUSE_MS).map((range) => ({ name, ...range })));
  const lateness = learnLateness(merged, sound);
  return merged
    .flatMap((range) => fitToSound(range, lateness, sound))
    .filter(({ startMs, endMs }) => endMs - startMs >= MIN_RANGE_MS)
    .toSorted((a, b) => a.startMs - b.startMs);
}

interface Lateness {
  startMs: number;
  endMs: number;
}

/** Measured where silence stands before or after, so that it is clear which sound a range names. */
function learnLateness(ranges: Range[], sound: Range[]): Lateness {
  const stretches = joined(sound, HOLD_MS);
  const starts = ranges.flatMap(({ startMs }) => {
    const begun = stretches[countUntil(stretches, (stretch) => stretch.startMs <= startMs) - 1];
    return begun ? startMs - begun.startMs : [];
  });
  const ends = ranges.flatMap(({ endMs }) => {
    const over = stretches[countUntil(stretches, (stretch) => stretch.endMs <= endMs) - 1];
    return over ? endMs - over.endMs : [];
  });
  return {
    startMs: median(starts.filter((late) => late <= LAG_MS)),
    endMs: median(ends.filter((late) => late <= HOLD_MS)),
  };
}

/** How many of the first ranges have a property that all after them lack. */
function countUntil(ranges: Range[], has: (range: Range) => boolean): number {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (has(ranges[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

function fitToSound(range: SpokenRange, late: Lateness, sound: Range[]): SpokenRange[] {
  const startMs = range.startMs - late.startMs;
  const endMs = range.endMs - late.endMs;
  const first = sound[countUntil(sound, (one) => one.endMs <= startMs)];
  const last = sound[countUntil(sound, (one) => one.startMs < endMs) - 1];
  if (!first || !last || last.endMs <= startMs) return [];
  return [
    {
      name: range.name,
      startMs: Math.max(startMs, first.startMs),
      endMs: Math.min(endMs, last.endMs),
    },
  ];
}
