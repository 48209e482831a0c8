import { addDays, type Day } from '../format/day';
import { type CalendarQuery, type DayRange, daysOfView, isCalendarDay } from './calendar-query';
import type { Answer, CalendarEvent, EventTime } from './event';

/** The longest period that the grid asks for, in days: a month with the weeks at its ends has 42. */
const MAX_GRID_DAYS = 45;

/** What the grid shows of an event. */
export interface GridEvent {
  id: string;
  /** The etag that a change starts from. */
  version: string;
  title: string;
  time: EventTime;
  location: string;
  answer: Answer;
  hasMeet: boolean;
  isSeries: boolean;
  isEditable: boolean;
}

export interface GridEvents {
  events: GridEvent[];
  /** There are more events than these. */
  isPartial: boolean;
}

export const gridEventOf = (event: CalendarEvent): GridEvent => ({
  id: event.id,
  version: event.etag,
  title: event.title,
  time: event.time,
  location: event.location,
  answer: event.answer,
  hasMeet: event.meet !== null,
  isSeries: event.seriesId !== null,
  isEditable: event.isEditable,
});

/** The days that the grid shows: those of the view; for a month, the whole of its weeks. */
export function daysOfGrid(query: Pick<CalendarQuery, 'view' | 'date'>): DayRange {
  const { firstDay, lastDay } = daysOfView(query);
  if (query.view !== 'month') return { firstDay, lastDay };
  return {
    firstDay: daysOfView({ view: 'week', date: firstDay }).firstDay,
    lastDay: daysOfView({ view: 'week', date: lastDay }).lastDay,
  };
}

/** Reads `?from=&to=`, both inclusive; null for what is no period, or too long a one. */
export function readGridDays(parameters: URLSearchParams): DayRange | null {
  const [firstDay, lastDay] = [parameters.get('from') ?? '', parameters.get('to') ?? ''] as [Day, Day];
  if (!isCalendarDay(firstDay) || !isCalendarDay(lastDay) || lastDay < firstDay) return null;
  return lastDay < addDays(firstDay, MAX_GRID_DAYS) ? { firstDay, lastDay } : null;
}

/** What the grid sends of an event that was moved or got another length. */
export type TimeChange = { version: string } & (
  | { startDay: Day; endDay: Day }
  | { startMs: number; endMs: number }
);

export const timeChangeOf = (time: EventTime, version: string): TimeChange =>
  time.isAllDay
    ? { version, startDay: time.startDay, endDay: time.endDay }
    : { version, startMs: time.startMs, endMs: time.endMs };

/** What the server answers to a change that it refuses. */
export interface RefusedChange {
  message: string;
  /** The event as it is now; null when it is gone, or unknown. */
  event: GridEvent | null;
}
