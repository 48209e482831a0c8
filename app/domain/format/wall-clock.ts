import type { Day } from './day';

const DAY_MS = 86_400_000;

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  clocks.set(timeZone, made);
  return made;
}

/** What the clocks of a zone show, as if it were UTC, in ms. */
const shownAt = (moment: number, timeZone: string) =>
  Date.parse(`${clockOf(timeZone).format(moment).replace(' ', 'T')}Z`);

/** What is left of a second, which no clock shows. */
const millisecondsOf = (ms: number) => ((ms % 1000) + 1000) % 1000;

/** The offsets of the day before and of the day after: those on both sides of a change. */
const offsetsAround = (wallClockMs: number, timeZone: string): [before: number, after: number] => {
  const offsetAt = (near: number) => shownAt(near, timeZone) - near;
  const seconds = wallClockMs - millisecondsOf(wallClockMs);
  return [offsetAt(seconds - DAY_MS), offsetAt(seconds + DAY_MS)];
};

/**
 * The moments at which the clocks of a zone show a date and time, earliest first: one; none when clocks are set
 * forward over it; two when they are set back over it.
 * @param time 'HH:MM'
 */
export function momentsOf(day: Day, time: string, timeZone: string): Date[] {
  const shown = Date.parse(`${day}T${time}:00Z`);
  return [...new Set(offsetsAround(shown, timeZone))]
    .map((offset) => shown - offset)
    .filter((moment) => shownAt(moment, timeZone) === shown)
    .sort((one, other) => one - other)
    .map((moment) => new Date(moment));
}

/** 'HH:MM' on the clocks of a zone. */
export const timeOf = (moment: Date, timeZone: string): string =>
  clockOf(timeZone).format(moment).slice(11, 16);

/** What the clocks of a zone show at a moment, as if it were UTC, in ms. */
export const wallClockOf = (momentMs: number, timeZone: string): number =>
  shownAt(momentMs, timeZone) + millisecondsOf(momentMs);

/**
 * The moment at which the clocks of a zone show what wallClockOf gives: the first of two; where clocks are set
 * forward over it, as much later as they are set forward (RFC 5545, section 3.3.5).
 */
export function momentAt(wallClockMs: number, timeZone: string): number {
  const [before, after] = offsetsAround(wallClockMs, timeZone);
  const moments = [wallClockMs - before, wallClockMs - after]
    .filter((moment) => wallClockOf(moment, timeZone) === wallClockMs)
    .sort((one, other) => one - other);
  return moments[0] ?? wallClockMs - before;
}

/** The first moment of a day in a zone: where clocks are set forward over midnight, that of the change. */
export function startOfDayIn(day: Day, timeZone: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const [first] = momentsOf(day, '00:00', timeZone);
  if (first) return first.getTime();
  const [before, after] = offsetsAround(midnight, timeZone);
  let [early, late] = [midnight - after, midnight - before];
  while (late - early > 1) {
    const middle = Math.floor((early + late) / 2);
    if (wallClockOf(middle, timeZone) >= midnight) late = middle;
    else early = middle;
  }
  return late;
}
