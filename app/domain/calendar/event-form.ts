import { AppError } from '../errors';
import { addDays, type Day, dayOf } from '../format/day';
import { momentsOf, timeOf } from '../format/wall-clock';
import { daysOfEvent } from './agenda';
import type { CalendarEvent, EventTime } from './event';

/** Which of two moments is meant, where clocks are set back over a time. */
export type Turn = 'first' | 'second';

/** A date and a time as they are typed. */
export interface TypedMoment {
  date: Day;
  /** 'HH:MM'; empty for whole days. */
  time: string;
  turn: Turn | null;
}

/** When an event is, as it is typed. */
export interface TypedEventTime {
  isAllDay: boolean;
  start: TypedMoment;
  /** Of whole days: the last one. */
  end: TypedMoment;
}

const HALF_HOUR_MS = 30 * 60_000;

/**
 * @param timeZone of the account, in which the times are typed
 * @throws AppError 'calendar.start-skipped', 'calendar.start-twice', 'calendar.end-skipped', 'calendar.end-twice',
 *   'calendar.ends-before-start', 'calendar.ends-on-earlier-day'
 */
export function eventTimeOf({ isAllDay, start, end }: TypedEventTime, timeZone: string): EventTime {
  if (end.date < start.date) throw new AppError('calendar.ends-on-earlier-day');
  if (isAllDay) return { isAllDay, startDay: start.date, endDay: addDays(end.date, 1) };
  const startMs = momentOf(start, timeZone, 'start');
  const endMs = momentOf(end, timeZone, 'end');
  if (endMs <= startMs) throw new AppError('calendar.ends-before-start');
  return { isAllDay, startMs, endMs, timeZone };
}

function momentOf({ date, time, turn }: TypedMoment, timeZone: string, which: 'start' | 'end'): number {
  const [first, second] = momentsOf(date, time, timeZone);
  if (!first) throw new AppError(`calendar.${which}-skipped`);
  if (second && !turn) throw new AppError(`calendar.${which}-twice`);
  return (second && turn === 'second' ? second : first).getTime();
}

/** As it is typed into the form of an event. */
export function typedTimeOf(time: EventTime, timeZone: string): TypedEventTime {
  if (time.isAllDay) {
    const { firstDay, lastDay } = daysOfEvent(time, timeZone);
    const whole = (date: Day) => ({ date, time: '', turn: null });
    return { isAllDay: true, start: whole(firstDay), end: whole(lastDay) };
  }
  return {
    isAllDay: false,
    start: typedMomentOf(time.startMs, timeZone),
    end: typedMomentOf(time.endMs, timeZone),
  };
}

function typedMomentOf(ms: number, timeZone: string): TypedMoment {
  const [date, time] = [dayOf(new Date(ms), timeZone), timeOf(new Date(ms), timeZone)];
  const [first, second] = momentsOf(date, time, timeZone);
  if (!first || !second) return { date, time, turn: null };
  return { date, time, turn: ms < second.getTime() ? 'first' : 'second' };
}

/** A new event: at the given time, or at the next half-hour; for 30 minutes. @param time 'HH:MM' */
export function proposedTime(date: Day, time: string | null, timeZone: string, now: Date): TypedEventTime {
  const [at] = time ? momentsOf(date, time, timeZone) : [];
  const [first] = momentsOf(date, timeOf(now, timeZone), timeZone);
  const next = Math.ceil((first ?? now).getTime() / HALF_HOUR_MS) * HALF_HOUR_MS;
  const startMs = at?.getTime() ?? next;
  return typedTimeOf({ isAllDay: false, startMs, endMs: startMs + HALF_HOUR_MS, timeZone }, timeZone);
}

/**
 * In place of an event that could not be read again: the form fills itself with what was typed, by the names of its
 * fields.
 */
export const eventAsTyped = (id: string, { version = '', scope }: Record<string, string>): CalendarEvent => ({
  ...{ id, etag: version, title: '', location: '', description: '' },
  time: { isAllDay: false, startMs: 0, endMs: 0, timeZone: 'UTC' },
  ...{ guests: [], hasMoreGuests: false, answer: 'accepted', meet: null },
  ...{ seriesId: scope === undefined ? null : id, recurrence: [] },
  ...{ isEditable: true, isCancelled: false, href: null },
});
