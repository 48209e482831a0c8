import type { MeetingTimeline, SpokenRange } from '@/app/domain/meeting/timeline';
import type { Evidence, Range } from './evidence';

/** A glow comes after the voice and stays a while after it. */
const HOLD_MS = 900;
/** A glow comes at most this much after its voice. */
const LAG_MS = 500;
/** A range of the next speaker that begins so shortly before the end of this one's glow ends it. */
const HANDOVER_MS = 800;
/** Pauses within one person's speech. */
const PAUSE_MS = 300;
const MIN_RANGE_MS = 200;
/** A class name is learned from at least so much sound and so much silence. */
const MIN_SOUND_MS = 1_500;
const MIN_SILENCE_MS = 800;
/** It must have come and gone so often. */
const MIN_TIMES = 3;
/** The share of its time that is in sound must be larger by this than the share of all time that is. */
const MIN_SOUND_SHARE = 0.85;
const MAX_SILENCE_RATE = 0.15;
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
  const byMark = groupBy(marks, ({ mark }) => mark);
  const speaking = [...byMark.values()].filter((ranges) => goesWithSound(ranges, held)).flat();
  return isCrowded(speaking) ? [] : speaking.map(({ name, startMs, endMs }) => ({ name, startMs, endMs }));
}

/** Judged within the time in which the mark was in use, since the page's class names change. */
function goesWithSound(ranges: Of<'mark'>[], sound: Range[]): boolean {
  if (ranges.length < MIN_TIMES) return false;
  const seen = joined(ranges);
  const use = [{ startMs: seen[0]!.startMs - 10_000, endMs: seen.at(-1)!.endMs + 10_000 }];
  const soundInUse = total(overlap(sound, use));
  const endOfAll = Math.max(sound.at(-1)?.endMs ?? 0, seen.at(-1)!.endMs);
  const silenceInUse = Math.min(use[0]!.endMs, endOfAll) - Math.max(0, use[0]!.startMs) - soundInUse;
  if (soundInUse < MIN_SOUND_MS || silenceInUse < MIN_SILENCE_MS) return false;
  const inSound = total(overlap(seen, sound));
  const inSilence = total(seen) - inSound;
  return inSound >= MIN_SOUND_SHARE * total(seen) && inSilence <= MAX_SILENCE_RATE * silenceInUse;
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

/** Fits ranges to the sound that they name: a glow comes late and goes late. */
function tidy(spoken: SpokenRange[], sound: Range[]): SpokenRange[] {
  const byName = [...groupBy(spoken, ({ name }) => name)];
  const merged = byName.flatMap(([name, own]) => joined(own, PAUSE_MS).map((range) => ({ name, ...range })));
  const ordered = merged.toSorted((a, b) => a.startMs - b.startMs);
  return ordered
    .map((range, index) => fitToSound(range, ordered.slice(Math.max(0, index - 8), index + 8), sound))
    .filter(({ startMs, endMs }) => endMs - startMs >= MIN_RANGE_MS)
    .toSorted((a, b) => a.startMs - b.startMs);
}

function fitToSound(range: SpokenRange, near: SpokenRange[], sound: Range[]): SpokenRange {
  const others = near.filter(({ name }) => name !== range.name);
  const heard = sound.filter(({ startMs, endMs }) => startMs < range.endMs && endMs > range.startMs - LAG_MS);
  if (heard.length === 0) return { ...range, endMs: range.startMs };
  const onset = heard[0]!.startMs;
  const isAfterSilence = range.startMs - onset <= LAG_MS;
  const next = others.find(
    ({ startMs }) => startMs > range.startMs && startMs < range.endMs && range.endMs - startMs < HANDOVER_MS,
  );
  return {
    name: range.name,
    startMs: isAfterSilence ? Math.min(range.startMs, onset) : range.startMs,
    endMs: Math.min(range.endMs, heard.at(-1)!.endMs, next?.startMs ?? Number.POSITIVE_INFINITY),
  };
}
