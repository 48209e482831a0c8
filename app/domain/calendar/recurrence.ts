import { type Day, dayOf, isDay } from '../format/day';

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
