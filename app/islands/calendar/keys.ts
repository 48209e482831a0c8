import { daysBetween, daysOfEvent } from '@/app/domain/calendar/agenda';
import { type CalendarQuery, type DayRange, dateBeside } from '@/app/domain/calendar/calendar-query';
import type { EventTime } from '@/app/domain/calendar/event';
import type { GridEvent } from '@/app/domain/calendar/grid-event';
import {
  moveTime,
  resizeTime,
  SLOT_MINUTES,
  STEP_MINUTES,
  type Step,
  slotAt,
} from '@/app/domain/calendar/grid-moves';
import type { Day } from '@/app/domain/format/day';
import type { SlotCursor } from './slot-cursor';

const DAYS_OF_WEEK = 7;
const MINUTES_OF_DAY = 24 * 60;

const ARROWS: Readonly<Record<string, readonly [days: number, rows: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** What the keys need of the grid. */
export interface KeyedGrid {
  readonly query: CalendarQuery;
  readonly days: DayRange;
  readonly firstHour: number;
  readonly timeZone: string;
  readonly cursor: SlotCursor;
  /** With the time that it is to get. */
  eventOf: (id: string) => GridEvent | undefined;
  move: (event: GridEvent, time: EventTime) => void;
  sayFixed: (event: GridEvent) => void;
  bringIntoView: (day: Day) => void;
  openNew: (day: Day, minutes?: number) => void;
}

/** Arrow keys lead from slot to slot, and from an event to the slots beside it; with Alt they move the event itself. */
export function onGridKey(grid: KeyedGrid, event: KeyboardEvent): void {
  const target = event.target as HTMLElement;
  const id = target.closest<HTMLElement>('.sx__event')?.dataset.eventId;
  const focused = id === undefined ? undefined : grid.eventOf(id);
  if (!focused && !grid.cursor.isAt(target)) return;
  const isEnter = event.key === 'Enter' || event.key === ' ';
  const arrow = ARROWS[event.key];
  if (focused && event.altKey && arrow) moveEvent(grid, focused, arrow, event.shiftKey);
  else if (focused && arrow) leaveEvent(grid, focused, event.key);
  else if (!focused && isEnter) openAtCursor(grid);
  else if (focused || !moveCursor(grid, event.key)) return;
  event.preventDefault();
  event.stopPropagation();
}

function openAtCursor(grid: KeyedGrid): void {
  const { day, minutes } = grid.cursor.slot;
  if (grid.cursor.hasTime) grid.openNew(day, minutes);
  else grid.openNew(day);
}

/** @returns whether the key is one that moves the cursor */
function moveCursor(grid: KeyedGrid, key: string): boolean {
  const step = stepOf(grid, key);
  if (!step) return false;
  const { day } = grid.cursor.move(step, grid.firstHour);
  grid.bringIntoView(day);
  grid.cursor.focus(grid.firstHour);
  return true;
}

function stepOf({ cursor, query }: KeyedGrid, key: string): Step | null {
  const { day, minutes } = cursor.slot;
  const arrow = ARROWS[key];
  if (arrow) {
    const [days, rows] = arrow;
    return cursor.hasTime
      ? { days, minutes: rows * SLOT_MINUTES }
      : { days: days + rows * DAYS_OF_WEEK, minutes: 0 };
  }
  if (key === 'Home') return { days: 0, minutes: -minutes };
  if (key === 'End') return { days: 0, minutes: MINUTES_OF_DAY };
  if (key !== 'PageUp' && key !== 'PageDown') return null;
  const beside = dateBeside({ view: query.view, date: day }, key === 'PageUp' ? -1 : 1);
  return beside ? { days: daysBetween(day, beside), minutes: 0 } : null;
}

function leaveEvent(grid: KeyedGrid, { time }: GridEvent, key: string): void {
  const { firstDay } = daysOfEvent(time, grid.timeZone);
  const day = firstDay < grid.days.firstDay ? grid.days.firstDay : firstDay;
  const minutes = time.isAllDay ? grid.firstHour * 60 : slotAt(time.startMs, grid.timeZone).minutes;
  grid.cursor.set({ day, minutes });
  grid.cursor.draw(grid.firstHour);
  moveCursor(grid, key);
}

function moveEvent(
  grid: KeyedGrid,
  event: GridEvent,
  [days, rows]: readonly [number, number],
  isResize: boolean,
): void {
  if (!event.isEditable) {
    grid.sayFixed(event);
    return;
  }
  const step =
    grid.query.view === 'month'
      ? { days: days + rows * DAYS_OF_WEEK, minutes: 0 }
      : { days, minutes: rows * STEP_MINUTES };
  const time = (isResize ? resizeTime : moveTime)(event.time, step, grid.timeZone);
  grid.move(event, time);
  grid.bringIntoView(daysOfEvent(time, grid.timeZone).firstDay);
}
