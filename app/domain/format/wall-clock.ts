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

/**
 * The moments at which the clocks of a zone show a date and time, earliest first: one; none when clocks are set
 * forward over it; two when they are set back over it.
 * @param time 'HH:MM'
 */
export function momentsOf(day: Day, time: string, timeZone: string): Date[] {
  const shown = Date.parse(`${day}T${time}:00Z`);
  // The offsets of the day before and the day after are those on both sides of a change.
  const offsets = [shown - DAY_MS, shown + DAY_MS].map((near) => shownAt(near, timeZone) - near);
  return [...new Set(offsets)]
    .map((offset) => shown - offset)
    .filter((moment) => shownAt(moment, timeZone) === shown)
    .sort((one, other) => one - other)
    .map((moment) => new Date(moment));
}

/** 'HH:MM' on the clocks of a zone. */
export const timeOf = (moment: Date, timeZone: string): string =>
  clockOf(timeZone).format(moment).slice(11, 16);
