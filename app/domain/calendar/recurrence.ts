import { AppError } from '../errors';
import { addDays, type Day, dayOf, isDay } from '../format/day';
import { startOfDayIn } from '../format/wall-clock';
import { daysOfEvent } from './agenda';
import type { EventTime } from './event';

/** In the order of a week. */
export const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const;

export type Weekday = (typeof WEEKDAYS)[number];

const FREQUENCIES = { DAILY: 'daily', WEEKLY: 'weekly', MONTHLY: 'monthly', YEARLY: 'yearly' } as const;

export type Frequency = (typeof FREQUENCIES)[keyof typeof FREQUENCIES];

/** A rule that can be said in a sentence. */
export interface SimpleRule {
  frequency: Frequency;
  interval: number;
  /** Of a weekly rule; empty: that of its start. */
  weekdays: Weekday[];
  /** The last day; null for no end by date. */
  until: Day | null;
  /** How many occurrences; null for no such end. */
  count: number | null;
}

/** Parts of a rule that are said, or say nothing that the start of the series does not say. */
const PARTS: Record<Frequency, readonly string[]> = {
  daily: [],
  weekly: ['BYDAY'],
  monthly: ['BYMONTHDAY'],
  yearly: ['BYMONTHDAY', 'BYMONTH'],
};
const COMMON_PARTS = ['FREQ', 'INTERVAL', 'UNTIL', 'COUNT', 'WKST'];

/**
 * Reads the RRULE of a series (RFC 5545, section 3.3.10); null for one that is not simple, or several.
 * @param timeZone in which the day of a moment in UTC is named
 */
export function readRule(recurrence: readonly string[], timeZone: string): SimpleRule | null {
  const rules = recurrence.filter((line) => /^RRULE:/i.test(line));
  const [rule] = rules;
  if (!rule || rules.length > 1 || recurrence.some((line) => /^RDATE/i.test(line))) return null;
  const parts = new Map(
    rule
      .slice(6)
      .toUpperCase()
      .split(';')
      .map((part) => part.split('=', 2) as [string, string]),
  );
  const frequency = FREQUENCIES[parts.get('FREQ') as keyof typeof FREQUENCIES];
  if (!frequency) return null;
  const known = [...COMMON_PARTS, ...PARTS[frequency]];
  const hasLists = /[,-]/.test(`${parts.get('BYMONTHDAY') ?? ''}${parts.get('BYMONTH') ?? ''}`);
  const [interval, count] = [numberOf(parts.get('INTERVAL') ?? '1'), numberOf(parts.get('COUNT') ?? '')];
  const weekdays = weekdaysOf(parts.get('BYDAY'));
  const until = untilOf(parts.get('UNTIL'), timeZone);
  if (hasLists || ![...parts.keys()].every((name) => known.includes(name))) return null;
  if (!interval || !weekdays || until === undefined || (parts.has('COUNT') && !count)) return null;
  return { frequency, interval, weekdays, until, count };
}

const numberOf = (text: string): number | null => (/^[1-9]\d{0,4}$/.test(text) ? Number(text) : null);

/** Null for days with a number, such as the second Tuesday of a month. */
function weekdaysOf(text: string | undefined): Weekday[] | null {
  if (text === undefined) return [];
  const named = text.split(',');
  const known = WEEKDAYS.filter((day) => named.includes(day));
  return known.length === new Set(named).size ? known : null;
}

/** Of '20261231' or '20261231T235959Z'; undefined for anything else, null without one. */
function untilOf(text: string | undefined, timeZone: string): Day | null | undefined {
  if (text === undefined) return null;
  const [, year, month, day, time] = /^(\d{4})(\d\d)(\d\d)(?:T(\d{6})Z)?$/.exec(text) ?? [];
  const date = `${year}-${month}-${day}`;
  if (!isDay(date)) return undefined;
  if (!time) return date;
  const moment = Date.parse(`${date}T${time.replace(/(\d\d)(\d\d)(\d\d)/, '$1:$2:$3')}Z`);
  return Number.isNaN(moment) ? undefined : dayOf(new Date(moment), timeZone);
}

/** How often a form can make an event repeat. */
export const REPETITIONS = ['daily', 'workdays', 'weekly', 'monthly', 'yearly'] as const;

export type Repetition = (typeof REPETITIONS)[number];

const RULES: Record<Repetition, string> = {
  daily: 'FREQ=DAILY',
  workdays: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
  // Without days of its own, a rule follows the start of the series when that is moved.
  weekly: 'FREQ=WEEKLY',
  monthly: 'FREQ=MONTHLY',
  yearly: 'FREQ=YEARLY',
};

/**
 * The recurrence of a series (RFC 5545).
 * @param until its last day; null for no end
 * @param time of its first event
 * @param timeZone of the account, in which the days are named
 * @throws AppError 'calendar.repeat-weekend', 'calendar.repeat-until-early'
 */
export function recurrenceOf(
  repetition: Repetition,
  until: Day | null,
  time: EventTime,
  timeZone: string,
): string[] {
  const { firstDay } = daysOfEvent(time, timeZone);
  const weekday = new Date(`${firstDay}T00:00:00Z`).getUTCDay();
  if (repetition === 'workdays' && (weekday === 0 || weekday === 6)) {
    throw new AppError('calendar.repeat-weekend');
  }
  if (until === null) return [`RRULE:${RULES[repetition]}`];
  if (until < firstDay) throw new AppError('calendar.repeat-until-early');
  return [`RRULE:${RULES[repetition]};UNTIL=${time.isAllDay ? dateOf(until) : endOf(until, timeZone)}`];
}

const dateOf = (day: Day): string => day.replaceAll('-', '');

/** The last second of a day, in UTC: `UNTIL` has the form of the start of its series. */
function endOf(day: Day, timeZone: string): string {
  const moment = new Date(startOfDayIn(addDays(day, 1), timeZone) - 1_000);
  return `${moment.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}

/** Whether two recurrences say the same, in whatever order. */
export function isSameRecurrence(one: readonly string[], other: readonly string[]): boolean {
  const normal = (lines: readonly string[]) => lines.map(normalLine).sort().join('\n');
  return normal(one) === normal(other);
}

function normalLine(line: string): string {
  const [name = '', values = ''] = line.toUpperCase().split(/:(.*)/s);
  const parts = values.split(name === 'RRULE' ? ';' : ',');
  return `${name}:${parts.sort().join(';')}`;
}
