import { addDays, type Day, isDay } from '../format/day';
import { startOfDayIn } from '../format/wall-clock';
import type { CalendarEvent } from './event';

/** In the order of their links; the week is shown without a parameter. */
export const CALENDAR_VIEWS = ['month', 'week', 'day'] as const;

export type CalendarView = (typeof CALENDAR_VIEWS)[number];

/** Answers are alternatives; 'meet' restricts whatever else is chosen. */
export const EVENT_FILTERS = ['accepted', 'declined', 'pending', 'meet'] as const;

export type EventFilter = (typeof EVENT_FILTERS)[number];

export interface CalendarQuery {
  view: CalendarView;
  date: Day;
  /** None: all events. */
  show: EventFilter[];
}

/** Both inclusive. */
export interface DayRange {
  firstDay: Day;
  lastDay: Day;
}

const [EARLIEST_DAY, LATEST_DAY] = ['1970-01-01', '2099-12-31'];

/** A date that the calendar can show. */
export const isCalendarDay = (text: string): boolean =>
  isDay(text) && text >= EARLIEST_DAY && text <= LATEST_DAY;

/** Reads `?view=&date=&show=`; what is invalid is as if it were absent. */
export function readCalendarQuery(parameters: URLSearchParams, today: Day): CalendarQuery {
  const date = parameters.get('date') ?? '';
  return {
    view: CALENDAR_VIEWS.find((view) => view === parameters.get('view')) ?? 'week',
    date: isCalendarDay(date) ? date : today,
    show: EVENT_FILTERS.filter((filter) => parameters.getAll('show').includes(filter)),
  };
}

/** @param query.date absent: today */
export function calendarHref({ view, date, show = [] }: Partial<CalendarQuery>): string {
  const parameters = new URLSearchParams({
    ...(view && view !== 'week' && { view }),
    ...(date && { date }),
  });
  for (const filter of show) parameters.append('show', filter);
  return `/calendar${parameters.size > 0 ? `?${parameters}` : ''}`;
}

/** The days of a view. A week begins on Sunday. */
export function daysOfView({ view, date }: Pick<CalendarQuery, 'view' | 'date'>): DayRange {
  if (view === 'day') return { firstDay: date, lastDay: date };
  if (view === 'week') {
    const firstDay = addDays(date, -weekdayOf(date));
    return { firstDay, lastDay: addDays(firstDay, 6) };
  }
  const firstDay = `${date.slice(0, 8)}01`;
  return { firstDay, lastDay: addDays(addMonths(firstDay, 1), -1) };
}

/** The same view, earlier or later; null beyond what the calendar can show. */
export function dateBeside({ view, date }: Pick<CalendarQuery, 'view' | 'date'>, step: -1 | 1): Day | null {
  const day = view === 'month' ? addMonths(date, step) : addDays(date, step * (view === 'week' ? 7 : 1));
  return isCalendarDay(day) ? day : null;
}

/** Its beginning and its end in a time zone. */
export const periodOf = ({ firstDay, lastDay }: DayRange, timeZone: string) => ({
  fromMs: startOfDayIn(firstDay, timeZone),
  toMs: startOfDayIn(addDays(lastDay, 1), timeZone),
});

export function isChosen(
  { answer, meet }: Pick<CalendarEvent, 'answer' | 'meet'>,
  show: readonly EventFilter[],
): boolean {
  if (show.includes('meet') && !meet) return false;
  const answers = show.filter((filter) => filter !== 'meet');
  const own = answer === 'accepted' || answer === 'declined' ? answer : 'pending';
  return answers.length === 0 || answers.includes(own);
}

/** 0 is Sunday. */
const weekdayOf = (day: Day) => new Date(`${day}T00:00:00Z`).getUTCDay();

/** The same day of another month, or the last that it has. */
function addMonths(day: Day, months: number): Day {
  const date = new Date(`${day.slice(0, 8)}01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + months + 1, 0);
  const lastDate = date.getUTCDate();
  date.setUTCDate(Math.min(lastDate, Number(day.slice(8))));
  return date.toISOString().slice(0, 10);
}
