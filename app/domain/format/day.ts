import { DEFAULT_TIME_ZONE } from './time-zone';

/** A calendar date, 'YYYY-MM-DD'. */
export type Day = string;

const dayFormats = new Map<string, Intl.DateTimeFormat>();

const wallClock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: DEFAULT_TIME_ZONE,
  dateStyle: 'short',
  timeStyle: 'medium',
});

export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const midnight = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text);
}

/** The date at a point in time. @throws RangeError for an unknown time zone */
export function dayOf(moment: Date, timeZone: string = DEFAULT_TIME_ZONE): Day {
  let format = dayFormats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone });
    dayFormats.set(timeZone, format);
  }
  return format.format(moment);
}

export function addDays(day: Day, days: number): Day {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/**
 * Start of a date in São Paulo. Where daylight saving time began at midnight, the day starts at one o'clock;
 * both guesses are then on one side of the change, and the later one is right.
 */
export function startOfDay(day: Day): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const guess = midnight - clockAheadMs(midnight);
  return new Date(Math.max(guess, midnight - clockAheadMs(guess)));
}

/** Offset of São Paulo from UTC; below 0. */
const clockAheadMs = (moment: number) =>
  Date.parse(`${wallClock.format(moment).replace(' ', 'T')}Z`) - moment;
