import type { TimeRange } from './time-range';
import type { Utterance } from './transcript';

/** Colours of speakers; the ninth has that of the first. */
export const HUE_COUNT = 8;

/** People that a page names at once. */
export const MAX_PEOPLE = 200;

/** People whose names fit in the head of a transcript. */
export const MAX_NAMED_PEOPLE = 4;

/** How much of a person is played to recognize the voice. */
const CLIP_MS = 5_000;

export interface Person {
  speaker: string;
  /** Index of the speaker colour. */
  hue: number;
  spokenMs: number;
  /** Of what all people say, 0 to 100, a whole number. */
  percent: number;
  /** At most five seconds in which the person speaks without interruption. */
  clip: TimeRange;
}

type Spoken = Pick<Utterance, 'speaker' | 'startMs' | 'endMs'>;

/** Colour index by speaker, in the order in which they begin to speak. */
export function huesOf(utterances: readonly Pick<Utterance, 'speaker'>[]): Map<string, number> {
  const speakers = [...new Set(utterances.map(({ speaker }) => speaker))];
  return new Map(speakers.map((speaker, index) => [speaker, index % HUE_COUNT]));
}

/** Everybody who speaks, in the order in which they begin. */
export function listPeople(utterances: readonly Spoken[]): Person[] {
  const hues = huesOf(utterances);
  const spoken = new Map<string, { spokenMs: number; clear: TimeRange }>();
  let totalMs = 0;
  for (const { speaker, startMs, endMs } of utterances) {
    const lengthMs = endMs - startMs;
    const before = spoken.get(speaker) ?? { spokenMs: 0, clear: { startMs, endMs } };
    spoken.set(speaker, {
      spokenMs: before.spokenMs + lengthMs,
      clear: clearerOf(before.clear, { startMs, endMs }),
    });
    totalMs += lengthMs;
  }
  return [...spoken].map(([speaker, { spokenMs, clear }]) => ({
    speaker,
    hue: hues.get(speaker)!,
    spokenMs,
    percent: totalMs > 0 ? Math.round((100 * spokenMs) / totalMs) : 0,
    clip: { startMs: clear.startMs, endMs: Math.min(clear.endMs, clear.startMs + CLIP_MS) },
  }));
}

/** The first range that is long enough for a clip, or else the longest. */
function clearerOf(first: TimeRange, second: TimeRange): TimeRange {
  const lengthOf = ({ startMs, endMs }: TimeRange) => Math.min(CLIP_MS, endMs - startMs);
  return lengthOf(second) > lengthOf(first) ? second : first;
}

/** Those who speak most, in the order of `people`. */
export function mainPeople<Some extends Pick<Person, 'spokenMs'>>(
  people: readonly Some[],
  count: number,
): Some[] {
  if (people.length <= count) return [...people];
  const main = new Set(people.toSorted((one, other) => other.spokenMs - one.spokenMs).slice(0, count));
  return people.filter((person) => main.has(person));
}

export interface NameChange {
  from: string;
  to: string;
}

/** Several people who get the same name, and so become one. */
export interface PeopleMerge {
  name: string;
  /** Their present names. */
  speakers: string[];
}

/** The people whom new names would merge. `speakers` is everybody's present name. */
export function mergesOf(speakers: readonly string[], renames: readonly NameChange[]): PeopleMerge[] {
  const names = new Map(renames.map(({ from, to }) => [from, to]));
  const groups = new Map<string, string[]>();
  for (const speaker of new Set(speakers)) {
    const name = names.get(speaker) ?? speaker;
    groups.set(name, [...(groups.get(name) ?? []), speaker]);
  }
  return [...groups].flatMap(([name, group]) => (group.length > 1 ? [{ name, speakers: group }] : []));
}

/** What a reader agrees to by a checkbox: other merges have another key. */
export const mergeKey = (merges: readonly PeopleMerge[]): string =>
  JSON.stringify(merges.map(({ name, speakers }) => [name, ...speakers]));

/**
 * Renames that, one after the other, have the effect of all at once: two people may swap their names.
 * @param makeName makes a name that nobody has
 */
export function renameSteps(renames: readonly NameChange[], makeName: () => string): NameChange[] {
  let left = renames.filter(({ from, to }) => from !== to);
  const steps: NameChange[] = [];
  while (left.length > 0) {
    const taken = new Set(left.map(({ from }) => from));
    const free = left.filter(({ to }) => !taken.has(to));
    if (free.length > 0) {
      steps.push(...free);
      left = left.filter(({ to }) => taken.has(to));
      continue;
    }
    // All that are left go round in circles: one steps aside.
    const [first, ...others] = left as [NameChange, ...NameChange[]];
    const aside = makeName();
    steps.push({ from: first.from, to: aside });
    left = [...others, { from: aside, to: first.to }];
  }
  return steps;
}
