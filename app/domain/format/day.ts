import { DEFAULT_TIME_ZONE } from './format-date-time';

/** A day of the calendar, 'YYYY-MM-DD'. */
export type Day = string;

const dayFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: DEFAULT_TIME_ZONE });
const wallClock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: DEFAULT_TIME_ZONE,
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** Whether a text is a day that exists. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const midnight = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text);
}

/** The day it is at a moment, in São Paulo. */
export const dayOf = (moment: Date): Day => dayFormat.format(moment);

/** The day that is `days` later. */
export function addDays(day: Day, days: number): Day {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/**
 * The first moment of a day in São Paulo. Where clocks went forward at midnight, that is one o'clock; both
 * guesses then lie on one side of the change, and the later one is right.
 */
export function startOfDay(day: Day): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const guess = midnight - clockAheadMs(midnight);
  return new Date(Math.max(guess, midnight - clockAheadMs(guess)));
}

/** How far the clocks of São Paulo are ahead of UTC; below 0, since they are behind. */
const clockAheadMs = (moment: number) =>
  Date.parse(`${wallClock.format(moment).replace(' ', 'T')}Z`) - moment;
