import { addDays, type Day, dayOf } from '@/app/domain/format/day';
import { momentsOf, timeOf } from '@/app/domain/format/wall-clock';

/** Of an event resource: `date` for whole days, `dateTime` with an offset otherwise. */
export interface When {
  date?: string | null;
  dateTime?: string | null;
  timeZone?: string | null;
}

export interface Series {
  start: When;
  end: When;
  /** RRULE, EXDATE and RDATE lines (RFC 5545). */
  recurrence: string[];
}

export interface Occurrence {
  /** Ends the id of the occurrence: its original start, '20260301' or '20260301T120000Z'. */
  stamp: string;
  start: When;
  end: When;
}

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const DAY_MS = 86_400_000;
const MAX_DAYS = 20_000;

const weekday = (day: Day) => new Date(`${day}T00:00:00Z`).getUTCDay();
const daysBetween = (from: Day, to: Day) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
const monday = (day: Day) => addDays(day, -((weekday(day) + 6) % 7));

const stampOf = ({ date, dateTime }: When): string =>
  date
    ? date.replaceAll('-', '')
    : `${new Date(dateTime!).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

export const msOf = ({ date, dateTime }: When): number => Date.parse(date ? `${date}T00:00:00Z` : dateTime!);

/**
 * The occurrences of a series that start before `untilMs`, without its exceptions. Understands DAILY, WEEKLY with
 * BYDAY, MONTHLY and YEARLY on the day of the start, INTERVAL, COUNT, UNTIL, EXDATE and RDATE.
 */
export function occurrencesOf(series: Series, untilMs: number): Occurrence[] {
  const { start, end, recurrence } = series;
  const clock = clockOf(start, msOf(end) - msOf(start));
  const dates = (name: string) =>
    recurrence.filter((line) => line.startsWith(name)).flatMap((line) => stampsIn(line, start));
  const excluded = new Set(dates('EXDATE'));
  const found = new Map<string, Occurrence>();
  const rule = recurrence.find((line) => line.startsWith('RRULE:'));
  const days = rule ? daysOf(rule.slice('RRULE:'.length), clock, untilMs) : [clock.day];
  for (const day of days) {
    const occurrence = clock.on(day);
    found.set(occurrence.stamp, occurrence);
  }
  for (const stamp of dates('RDATE')) found.set(stamp, clock.at(stamp));
  return [...found.values()]
    .filter(({ stamp, start: begins }) => !excluded.has(stamp) && msOf(begins) < untilMs)
    .sort((one, other) => msOf(one.start) - msOf(other.start));
}

interface Clock {
  day: Day;
  on(day: Day): Occurrence;
  at(stamp: string): Occurrence;
}

/** Occurrences start at the same time of the clocks of the series' zone. */
function clockOf(start: When, lengthMs: number): Clock {
  if (start.date) {
    const on = (day: Day) => {
      const first: When = { date: day };
      return {
        stamp: stampOf(first),
        start: first,
        end: { date: addDays(day, Math.round(lengthMs / DAY_MS)) },
      };
    };
    const dayIn = (stamp: string) => stamp.replace(/^(\d{4})(\d\d)(\d\d).*$/, '$1-$2-$3');
    return { day: start.date, on, at: (stamp) => on(dayIn(stamp)) };
  }
  const timeZone = start.timeZone ?? 'UTC';
  const first = new Date(start.dateTime!);
  const time = timeOf(first, timeZone);
  const from = (moment: Date) => {
    const begins: When = { dateTime: moment.toISOString(), timeZone };
    const ends: When = { dateTime: new Date(moment.getTime() + lengthMs).toISOString(), timeZone };
    return { stamp: stampOf(begins), start: begins, end: ends };
  };
  return {
    day: dayOf(first, timeZone),
    on: (day) => from(momentOn(day, time, timeZone)),
    at: (stamp) =>
      from(new Date(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))),
  };
}

/** Where the clocks skip the time, an hour later. */
function momentOn(day: Day, time: string, timeZone: string): Date {
  const [moment] = momentsOf(day, time, timeZone);
  if (moment) return moment;
  const [hours, minutes] = time.split(':');
  return momentOn(day, `${String(Number(hours) + 1).padStart(2, '0')}:${minutes}`, timeZone);
}

function* daysOf(rule: string, clock: Clock, untilMs: number): Generator<Day> {
  const parts = Object.fromEntries(rule.split(';').map((part) => part.split('=') as [string, string]));
  const { FREQ, INTERVAL = '1', COUNT, UNTIL, BYDAY } = parts;
  const isOn = matcherOf(FREQ ?? '', Number(INTERVAL), BYDAY?.split(','), clock.day);
  let left = COUNT === undefined ? Number.POSITIVE_INFINITY : Number(COUNT);
  for (let day = clock.day, turn = 0; turn < MAX_DAYS && left > 0; day = addDays(day, 1), turn += 1) {
    if (!isOn(day)) continue;
    const { start, stamp } = clock.on(day);
    if (msOf(start) >= untilMs) return;
    // Of a date alone, the whole day.
    if (UNTIL && stamp.slice(0, UNTIL.length) > UNTIL) return;
    left -= 1;
    yield day;
  }
}

function matcherOf(
  freq: string,
  interval: number,
  byDay: string[] | undefined,
  first: Day,
): (day: Day) => boolean {
  const monthsOf = (day: Day) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  const isSameDate = (day: Day) => day.slice(8) === first.slice(8);
  const monthsApart = (day: Day) => monthsOf(day) - monthsOf(first);
  const weekdays = byDay ?? [WEEKDAYS[weekday(first)]!];
  const matchers: Record<string, (day: Day) => boolean> = {
    DAILY: (day) => daysBetween(first, day) % interval === 0,
    WEEKLY: (day) =>
      weekdays.includes(WEEKDAYS[weekday(day)]!) &&
      (daysBetween(monday(first), monday(day)) / 7) % interval === 0,
    MONTHLY: (day) => isSameDate(day) && monthsApart(day) % interval === 0,
    YEARLY: (day) => isSameDate(day) && monthsApart(day) % (12 * interval) === 0,
  };
  const matcher = matchers[freq];
  if (!matcher) throw new Error(`this stand-in knows no FREQ=${freq}`);
  return matcher;
}

/** The stamps in a line of dates: `EXDATE;TZID=America/Sao_Paulo:20260301T090000,20260302T090000`. */
function stampsIn(line: string, start: When): string[] {
  const zone = /TZID=([^:;]+)/.exec(line)?.[1] ?? start.timeZone ?? 'UTC';
  return line
    .slice(line.indexOf(':') + 1)
    .split(',')
    .map((value) => {
      if (!/^\d{8}T\d{6}$/.test(value)) return value;
      const day = `${value.slice(0, 4)}-${value.slice(4, 6)}-${value.slice(6, 8)}`;
      const moment = momentOn(day, `${value.slice(9, 11)}:${value.slice(11, 13)}`, zone);
      return stampOf({ dateTime: moment.toISOString() });
    });
}
