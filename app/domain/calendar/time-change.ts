import { z } from 'zod';
import { isCalendarDay } from './calendar-query';
import type { EventTime } from './event';
import type { TimeChange } from './grid-event';

const version = z.string().max(1024);
const day = z.string().max(10).refine(isCalendarDay);
const [EARLIEST_MS, LATEST_MS] = [Date.UTC(1969, 11, 31), Date.UTC(2100, 0, 2)];
const moment = z.number().int().min(EARLIEST_MS).max(LATEST_MS);

export const timeChangeSchema = z
  .union([
    z.object({ version, startDay: day, endDay: day }),
    z.object({ version, startMs: moment, endMs: moment }),
  ])
  .refine((change) =>
    'startDay' in change ? change.startDay < change.endDay : change.startMs < change.endMs,
  );

/** @param timeZone of the account, in which the event was moved */
export function timeOfChange(change: TimeChange, timeZone: string): EventTime {
  if ('startDay' in change) {
    return { isAllDay: true, startDay: change.startDay, endDay: change.endDay };
  }
  return { isAllDay: false, startMs: change.startMs, endMs: change.endMs, timeZone };
}
