import type { calendar_v3 } from '@googleapis/calendar';
import type { CalendarEvent, EventChange, EventTime } from '@/app/domain/calendar/event';
import { isSameRecurrence } from '@/app/domain/calendar/recurrence';
import { toDescription } from './plain-text';

type Body = calendar_v3.Schema$Event;

/**
 * The event resource that a change is sent as (Calendar API v3, patch semantics).
 * @param current guests of the event as Google has them: those who stay keep all that Google knows of them
 */
export function toBody(change: EventChange, current: calendar_v3.Schema$EventAttendee[] = []): Body {
  const { title, time, location, description, guests, recurrence } = change;
  return {
    ...(title !== undefined && { summary: title }),
    ...(time && toTimes(time)),
    ...(location !== undefined && { location }),
    ...(description !== undefined && { description: toDescription(description) }),
    ...(guests && { attendees: toAttendees(guests, current) }),
    ...(recurrence && { recurrence }),
  };
}

/** Asks for a video conference; `requestId` names the request, so that its repetition makes no second one. */
export const toConferenceRequest = (requestId: string): Body => ({
  conferenceData: { createRequest: { requestId, conferenceSolutionKey: { type: 'hangoutsMeet' } } },
});

/** A patch adds to what is there: the parts of the other kind of time are emptied. */
function toTimes(time: EventTime): Pick<Body, 'start' | 'end'> {
  if (time.isAllDay) {
    const other = { dateTime: null, timeZone: null };
    return { start: { date: time.startDay, ...other }, end: { date: time.endDay, ...other } };
  }
  const at = (moment: number) => ({
    date: null,
    dateTime: new Date(moment).toISOString(),
    timeZone: time.timeZone,
  });
  return { start: at(time.startMs), end: at(time.endMs) };
}

/** Rooms and this account itself are no guests of ours to remove. */
function toAttendees(
  guests: string[],
  current: calendar_v3.Schema$EventAttendee[],
): calendar_v3.Schema$EventAttendee[] {
  const emailOf = ({ email }: calendar_v3.Schema$EventAttendee) => email?.toLowerCase() ?? '';
  const wanted = new Set(guests.map((email) => email.toLowerCase()));
  const staying = current.filter(
    (attendee) => attendee.self || attendee.resource || wanted.has(emailOf(attendee)),
  );
  const known = new Set(staying.map(emailOf));
  return [...staying, ...[...wanted].filter((email) => !known.has(email)).map((email) => ({ email }))];
}

/** Whether an event is as a change wants it: the change was carried out, and its answer lost. */
export function isAsWanted(event: CalendarEvent, change: EventChange): boolean {
  const { title, time, location, description, guests, recurrence } = change;
  const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
  return (
    (title === undefined || event.title === oneLine(title)) &&
    (location === undefined || event.location === oneLine(location)) &&
    (description === undefined || event.description.trim() === description.trim()) &&
    (!time || isSameTime(event.time, time)) &&
    (!guests || isSameGuests(event, guests)) &&
    (!recurrence || isSameRecurrence(event.recurrence, recurrence))
  );
}

function isSameTime(one: EventTime, other: EventTime): boolean {
  if (one.isAllDay) return other.isAllDay && one.startDay === other.startDay && one.endDay === other.endDay;
  return !other.isAllDay && one.startMs === other.startMs && one.endMs === other.endMs;
}

function isSameGuests({ guests }: CalendarEvent, wanted: string[]): boolean {
  const others = new Set(guests.filter(({ isSelf }) => !isSelf).map(({ email }) => email));
  const own = new Set(guests.filter(({ isSelf }) => isSelf).map(({ email }) => email));
  const asked = new Set(wanted.map((email) => email.toLowerCase()).filter((email) => !own.has(email)));
  return others.size === asked.size && [...asked].every((email) => others.has(email));
}
