import { AppError } from '../errors';
import { addDays, type Day } from '../format/day';
import { momentAt, wallClockOf } from '../format/wall-clock';
import { daysBetween } from './agenda';
import type { EventTime } from './event';

const DAY_MS = 86_400_000;

interface WallTime {
  startMs: number;
  endMs: number;
}

/**
 * When a series takes place once one of its occurrences has been moved: its start is shifted by as much as that of the
 * occurrence, on the clocks of the series' zone, and it lasts as long as the occurrence does now.
 * @throws AppError 'calendar.series-day' for another day where the rule names days, which would contradict it
 */
export function moveSeries(
  series: { time: EventTime; recurrence: readonly string[] },
  from: EventTime,
  to: EventTime,
): EventTime {
  const timeZone = zoneOf(series.time) ?? zoneOf(to) ?? 'UTC';
  const [own, old, moved] = [series.time, from, to].map((time) => wallTimeOf(time, timeZone)) as [
    WallTime,
    WallTime,
    WallTime,
  ];
  const [oldDay, newDay] = [dayAt(old.startMs), dayAt(moved.startMs)];
  if (
    oldDay !== newDay &&
    series.recurrence.some((line) => /;BY(?:DAY|MONTHDAY|YEARDAY|SETPOS)=/i.test(line))
  ) {
    throw new AppError('calendar.series-day');
  }
  const startMs = own.startMs + moved.startMs - old.startMs;
  const endMs = startMs + moved.endMs - moved.startMs;
  if (to.isAllDay) {
    const startDay = dayAt(startMs);
    return { isAllDay: true, startDay, endDay: addDays(startDay, daysBetween(to.startDay, to.endDay)) };
  }
  return {
    isAllDay: false,
    startMs: momentAt(startMs, timeZone),
    endMs: momentAt(endMs, timeZone),
    timeZone,
  };
}

const zoneOf = (time: EventTime) => (time.isAllDay ? undefined : time.timeZone);

const dayAt = (wallClockMs: number): Day => new Date(wallClockMs).toISOString().slice(0, 10);

function wallTimeOf(time: EventTime, timeZone: string): WallTime {
  if (time.isAllDay) {
    const startMs = Date.parse(`${time.startDay}T00:00:00Z`);
    return { startMs, endMs: startMs + daysBetween(time.startDay, time.endDay) * DAY_MS };
  }
  return { startMs: wallClockOf(time.startMs, timeZone), endMs: wallClockOf(time.endMs, timeZone) };
}
