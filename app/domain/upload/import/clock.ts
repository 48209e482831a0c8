import { MAX_TIME_MS } from './imported-passage';

const CLOCK = /^(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})(?:[.,:](\d{1,9}))?$/;

/** Milliseconds of '1:02:03,456', '02:03.4' and the like; null for anything else. */
export function readClock(text: string): number | null {
  const [, hours = '0', minutes, seconds, fraction = ''] = CLOCK.exec(text) ?? [];
  if (minutes === undefined || Number(seconds) > 59 || (hours !== '0' && Number(minutes) > 59)) return null;
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  const ms = whole * 1000 + Math.round(Number(`0.${fraction || 0}`) * 1000);
  return ms <= MAX_TIME_MS ? ms : null;
}

/** Marks of direction and byte order, which editors leave at the start of a line. */
const MARKS = /^[\ufeff\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]+/;

export const withoutMarks = (line: string): string => line.replace(MARKS, '');
