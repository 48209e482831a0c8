import { addDays, type Day, dayOf } from '../format/day';
import { momentAt, timeOf, wallClockOf } from '../format/wall-clock';
import { daysBetween, daysOfEvent } from './agenda';
import type { DayRange } from './calendar-query';
import type { EventTime } from './event';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** By so much the keyboard and the pointer move events, and so long they are at least. */
export const STEP_MINUTES = 15;
/** Of a new event, in minutes. */
export const SLOT_MINUTES = 30;
/** The hour at which the grid begins, unless an event is earlier. */
export const FIRST_HOUR = 6;
const MINUTES_OF_DAY = 24 * 60;

export interface Step {
  days: number;
  minutes: number;
}

/**
 * Days keep what the clocks show at the start; minutes are elapsed time, so that no step gets stuck where clocks are
 * changed. The event keeps its length. Whole days have no minutes.
 */
export function moveTime(time: EventTime, { days, minutes }: Step, timeZone: string): EventTime {
  if (time.isAllDay) {
    return { ...time, startDay: addDays(time.startDay, days), endDay: addDays(time.endDay, days) };
  }
  const startMs = shiftDays(time.startMs, days, timeZone) + minutes * MINUTE_MS;
  return { ...time, startMs, endMs: startMs + time.endMs - time.startMs };
}

/** Moves the end, as moveTime does. An event stays as long as the smallest step, or a day. */
export function resizeTime(time: EventTime, { days, minutes }: Step, timeZone: string): EventTime {
  if (time.isAllDay) {
    const endDay = addDays(time.endDay, days);
    return endDay > time.startDay ? { ...time, endDay } : time;
  }
  const endMs = shiftDays(time.endMs, days, timeZone) + minutes * MINUTE_MS;
  return endMs >= time.startMs + STEP_MINUTES * MINUTE_MS ? { ...time, endMs } : time;
}

function shiftDays(ms: number, days: number, timeZone: string): number {
  return days === 0 ? ms : momentAt(wallClockOf(ms, timeZone) + days * DAY_MS, timeZone);
}

/** What the grid draws: at least a step, and no longer than the day on which the event ends. */
export interface DrawnTime {
  startMs: number;
  endMs: number;
}

/** An event that ends at midnight would be drawn on the next day too. */
export function drawnTimeOf(time: EventTime & { isAllDay: false }, timeZone: string): DrawnTime {
  const { startMs } = time;
  const longEnough = Math.max(time.endMs, startMs + STEP_MINUTES * MINUTE_MS);
  const { lastDay } = daysOfEvent(time, timeZone);
  const minuteBeforeNext = startOfNextDay(lastDay, timeZone) - MINUTE_MS;
  return { startMs, endMs: Math.max(startMs, Math.min(longEnough, minuteBeforeNext)) };
}

const startOfNextDay = (day: Day, timeZone: string) =>
  momentAt(Date.parse(`${addDays(day, 1)}T00:00:00Z`), timeZone);

/** The time that an event gets when what is drawn of it was dragged, or got another end. */
export function timeAsDrawn(
  time: EventTime,
  from: DrawnTime | DayRange,
  to: DrawnTime | DayRange,
): EventTime {
  if (time.isAllDay) {
    if (!('firstDay' in from && 'firstDay' in to)) return time;
    return {
      ...time,
      startDay: addDays(time.startDay, daysBetween(from.firstDay, to.firstDay)),
      endDay: addDays(time.endDay, daysBetween(from.lastDay, to.lastDay)),
    };
  }
  if (!('startMs' in from && 'startMs' in to)) return time;
  const startMs = time.startMs + to.startMs - from.startMs;
  // A dragged event keeps its length, even over a change of the clocks.
  const isMoved = to.startMs !== from.startMs;
  const endMs = isMoved ? startMs + time.endMs - time.startMs : time.endMs + to.endMs - from.endMs;
  return { ...time, startMs, endMs };
}

export const isSameTime = (one: EventTime, other: EventTime): boolean =>
  one.isAllDay
    ? other.isAllDay && one.startDay === other.startDay && one.endDay === other.endDay
    : !other.isAllDay && one.startMs === other.startMs && one.endMs === other.endMs;

/** The hour at which the grid of some days begins: FIRST_HOUR, or that of the earliest event. */
export function firstHourOf(
  times: readonly EventTime[],
  { firstDay, lastDay }: DayRange,
  timeZone: string,
): number {
  let first = FIRST_HOUR;
  for (const time of times) {
    const days = daysOfEvent(time, timeZone);
    // Those of several days stand above the hours.
    if (time.isAllDay || days.firstDay !== days.lastDay) continue;
    if (days.firstDay < firstDay || days.firstDay > lastDay) continue;
    first = Math.min(first, Number(timeOf(new Date(time.startMs), timeZone).slice(0, 2)));
  }
  return first;
}

/** A place in the grid where a new event can begin; `minutes` since midnight as clocks show it. */
export interface Slot {
  day: Day;
  minutes: number;
}

/** 'HH:MM' */
export const timeOfSlot = ({ minutes }: Slot): string =>
  `${Math.floor(minutes / 60)
    .toString()
    .padStart(2, '0')}:${(minutes % 60).toString().padStart(2, '0')}`;

/** The slot in which a moment lies. */
export function slotAt(ms: number, timeZone: string): Slot {
  const time = timeOf(new Date(ms), timeZone);
  const minutes = Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  return { day: dayOf(new Date(ms), timeZone), minutes: minutes - (minutes % SLOT_MINUTES) };
}

/** The way to another slot; it stays within the hours of the grid. */
export function moveSlot({ day, minutes }: Slot, { days, minutes: by }: Step, firstHour: number): Slot {
  const wanted = Math.min(Math.max(minutes + by, firstHour * 60), MINUTES_OF_DAY - SLOT_MINUTES);
  return { day: addDays(day, days), minutes: wanted };
}
