import { toOneLine } from '../format/normalise-unicode';
import type { CalendarEvent, EventChange, EventTime } from './event';
import { isSameRecurrence } from './recurrence';

const MINUTE_MS = 60_000;

/**
 * What a change makes different, in the words of the calendar: without what is so already. The account's own entry
 * among the guests stays, and guests that are not all known are not written. A time keeps the zone in which the event
 * repeats.
 */
export function differencesOf(event: CalendarEvent, change: EventChange): EventChange {
  const { title, time, location, description, guests, recurrence } = change;
  const different: EventChange = {};
  if (title !== undefined && !isSameLine(title, event.title)) different.title = title;
  if (time && !isSameTime(time, event.time)) different.time = inZoneOf(event.time, time);
  if (location !== undefined && !isSameLine(location, event.location)) different.location = location;
  if (description !== undefined && !isSameText(description, event.description)) {
    different.description = description;
  }
  if (guests && !event.hasMoreGuests) {
    const wanted = withSelf(event, guests);
    const invited = new Set(event.guests.map(({ email }) => email));
    if (wanted.length !== invited.size || wanted.some((email) => !invited.has(email)))
      different.guests = wanted;
  }
  if (recurrence && !isSameRecurrence(recurrence, event.recurrence)) different.recurrence = recurrence;
  return different;
}

const inZoneOf = (own: EventTime, time: EventTime): EventTime =>
  own.isAllDay || time.isAllDay ? time : { ...time, timeZone: own.timeZone };

function withSelf({ guests }: CalendarEvent, emails: readonly string[]): string[] {
  const self = guests.filter(({ isSelf }) => isSelf).map(({ email }) => email);
  return [...new Set([...self, ...emails])];
}

/** To the minute, as forms have it. */
function isSameTime(one: EventTime, other: EventTime): boolean {
  if (one.isAllDay) return other.isAllDay && one.startDay === other.startDay && one.endDay === other.endDay;
  if (other.isAllDay) return false;
  const minutes = (ms: number) => Math.floor(ms / MINUTE_MS);
  return minutes(one.startMs) === minutes(other.startMs) && minutes(one.endMs) === minutes(other.endMs);
}

/** As forms clean it, which must not look like a change. */
const isSameLine = (one: string, other: string) => toOneLine(one) === toOneLine(other);

const isSameText = (one: string, other: string) => cleanLines(one) === cleanLines(other);

/** Line breaks as they are sent, without white space around the text. */
export const cleanLines = (text: string): string => text.replace(/\r\n?/g, '\n').trim();
