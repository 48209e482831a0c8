import { addDays, type Day, dayOf } from '../format/day';
import { timeOf } from '../format/wall-clock';
import type { DayRange } from './calendar-query';
import type { CalendarEvent, EventTime } from './event';

const DAY_MS = 86_400_000;

/** An event on one of its days. */
export interface AgendaEntry {
  event: CalendarEvent;
  /** 'HH:MM'; null where it has begun on an earlier day, or is of whole days. */
  startTime: string | null;
  /** 'HH:MM'; null where it goes on on the next day, or is of whole days. */
  endTime: string | null;
  /** Which of its days this is, from 1. */
  day: number;
  days: number;
}

export interface AgendaDay {
  day: Day;
  entries: AgendaEntry[];
}

/** The days in a range that have events, and `today`. An event stands on each of its days. */
export function agendaOf(
  events: readonly CalendarEvent[],
  { firstDay, lastDay }: DayRange,
  timeZone: string,
  today: Day,
): AgendaDay[] {
  const byDay = new Map<Day, AgendaEntry[]>();
  if (today >= firstDay && today <= lastDay) byDay.set(today, []);
  for (const event of events) {
    if (event.isCancelled) continue;
    const own = daysOfEvent(event.time, timeZone);
    const last = own.lastDay < lastDay ? own.lastDay : lastDay;
    for (let day = own.firstDay > firstDay ? own.firstDay : firstDay; day <= last; day = addDays(day, 1)) {
      byDay.set(day, [...(byDay.get(day) ?? []), entryOf(event, own, day, timeZone)]);
    }
  }
  return [...byDay]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([day, entries]) => ({ day, entries: entries.sort(inOrder) }));
}

/** The days on which an event is, in a time zone; one that ends at midnight is not on the day that begins then. */
export function daysOfEvent(time: EventTime, timeZone: string): DayRange {
  if (time.isAllDay) {
    const lastDay = addDays(time.endDay, -1);
    return { firstDay: time.startDay, lastDay: lastDay < time.startDay ? time.startDay : lastDay };
  }
  const last = Math.max(time.startMs, time.endMs - 1);
  return { firstDay: dayOf(new Date(time.startMs), timeZone), lastDay: dayOf(new Date(last), timeZone) };
}

/** How many days lie between two. */
export const daysBetween = (from: Day, to: Day): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);

function entryOf(
  event: CalendarEvent,
  { firstDay, lastDay }: DayRange,
  day: Day,
  timeZone: string,
): AgendaEntry {
  const { time } = event;
  const at = (ms: number) => timeOf(new Date(ms), timeZone);
  return {
    event,
    startTime: !time.isAllDay && day === firstDay ? at(time.startMs) : null,
    endTime: !time.isAllDay && day === lastDay ? at(time.endMs) : null,
    day: daysBetween(firstDay, day) + 1,
    days: daysBetween(firstDay, lastDay) + 1,
  };
}

/** Those of the whole day come first; then in order of start. */
function inOrder(one: AgendaEntry, other: AgendaEntry): number {
  const [first, second] = [startOf(one), startOf(other)];
  return (first === second ? 0 : first - second) || one.event.title.localeCompare(other.event.title);
}

const startOf = ({ event: { time }, startTime }: AgendaEntry) =>
  time.isAllDay || startTime === null ? Number.NEGATIVE_INFINITY : time.startMs;
