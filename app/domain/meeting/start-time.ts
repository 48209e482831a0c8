import { AppError } from '../errors';
import type { Day } from '../format/day';
import { momentsOf } from '../format/wall-clock';

const MAX_AHEAD_MS = 366 * 86_400_000;

/** Date and time as typed, in the account's time zone. */
export interface TypedTime {
  date: Day;
  /** 'HH:MM' */
  time: string;
  /** Which of the two moments is meant, where clocks are set back over the time. */
  turn?: 'first' | 'second' | undefined;
}

/**
 * When a scheduled meeting starts.
 * @throws AppError 'meeting.time-skipped', 'meeting.time-twice', 'meeting.past', 'meeting.too-far'
 */
export function startTimeOf({ date, time, turn }: TypedTime, timeZone: string, now: Date): Date {
  const [first, second] = momentsOf(date, time, timeZone);
  if (!first) throw new AppError('meeting.time-skipped');
  if (second && !turn) throw new AppError('meeting.time-twice');
  const startsAt = second && turn === 'second' ? second : first;
  if (startsAt < now) throw new AppError('meeting.past');
  if (startsAt.getTime() > now.getTime() + MAX_AHEAD_MS) throw new AppError('meeting.too-far');
  return startsAt;
}
