import { AppError } from '../errors';
import type { Day } from '../format/day';
import { momentsOf } from '../format/wall-clock';

const DAY_MS = 86_400_000;
const MAX_AHEAD_MS = 366 * DAY_MS;

/** Date and time as typed, in the account's time zone. */
export interface TypedTime {
  date: Day;
  /** 'HH:MM' */
  time: string;
  /** Which of the two moments is meant, where clocks are set back over the time. */
  turn?: 'first' | 'second' | undefined;
}

/**
 * When a scheduled meeting starts, by a moment or as it was typed.
 * @throws AppError 'meeting.time-skipped', 'meeting.time-twice', 'meeting.past', 'meeting.too-far'
 */
export function startTimeOf(at: TypedTime | Date, timeZone: string, now: Date): Date {
  const startsAt = at instanceof Date ? at : momentOf(at, timeZone, now);
  if (startsAt < now) throw new AppError('meeting.past');
  if (startsAt.getTime() > now.getTime() + MAX_AHEAD_MS) throw new AppError('meeting.too-far');
  return startsAt;
}

function momentOf({ date, time, turn }: TypedTime, timeZone: string, now: Date): Date {
  // No time zone is farther than a day away; the moments of other days may be beyond what a date can hold.
  if (date < dayOf(now, -2 * DAY_MS)) throw new AppError('meeting.past');
  if (date > dayOf(now, MAX_AHEAD_MS + 2 * DAY_MS)) throw new AppError('meeting.too-far');
  const [first, second] = momentsOf(date, time, timeZone);
  if (!first) throw new AppError('meeting.time-skipped');
  if (second && !turn) throw new AppError('meeting.time-twice');
  return second && turn === 'second' ? second : first;
}

const dayOf = (moment: Date, laterMs: number): string =>
  new Date(moment.getTime() + laterMs).toISOString().slice(0, 10);
