import { z } from 'zod';
import type { Answer, CalendarEvent, EventTime, Guest, MeetLink } from '@/app/domain/calendar/event';
import { addDays, isDay } from '@/app/domain/format/day';
import { toTimeZone } from '@/app/domain/format/time-zone';
import { readMeetingUrl } from '@/app/domain/meeting/meeting-url';
import { toPlainText } from './plain-text';

const ANSWERS = ['accepted', 'declined', 'tentative', 'needsAction'] as const;

const MAX_LINE_LENGTH = 1_000;
/** As much as Google keeps. */
const MAX_DESCRIPTION_LENGTH = 8_192;
const MAX_GUESTS = 500;
const MAX_RECURRENCE_LINES = 100;
const MAX_ID_LENGTH = 1_024;
const MAX_HREF_LENGTH = 2_048;
/** Zones that are remembered: there are fewer names. */
const MAX_ZONES = 1_000;

/** Whatever is not text, or absent, counts as empty. */
const text = z.string().catch('');
const flag = z.boolean().catch(false);
/** An absent or malformed part counts as an empty one. */
const part = <Shape extends z.ZodRawShape>(shape: Shape) => {
  const schema = z.object(shape);
  return z.preprocess((value) => (typeof value === 'object' && value !== null ? value : {}), schema);
};
const listOf = <Item extends z.ZodType>(item: Item) => z.array(item).catch([]);

const timeSchema = part({ date: text, dateTime: text, timeZone: text });

const attendeeSchema = part({
  email: text,
  displayName: text,
  responseStatus: z.enum(ANSWERS).catch('needsAction'),
  self: flag,
  organizer: flag,
  resource: flag,
});

const conferenceSchema = part({
  createRequest: part({ requestId: text, status: part({ statusCode: text }) }),
  entryPoints: listOf(part({ entryPointType: text, uri: text })),
});

/** Of an event resource (Calendar API v3), what is read of it. */
const eventSchema = z.object({
  id: z.string().min(1).max(MAX_ID_LENGTH),
  etag: text,
  status: text,
  eventType: text,
  summary: text,
  description: text,
  location: text,
  start: timeSchema,
  end: timeSchema,
  attendees: listOf(attendeeSchema),
  attendeesOmitted: flag,
  organizer: z.object({ self: flag }).nullish().catch(null),
  guestsCanModify: flag,
  locked: flag,
  hangoutLink: text,
  conferenceData: conferenceSchema,
  recurringEventId: text,
  recurrence: listOf(text),
  htmlLink: text,
});

type GoogleEvent = z.output<typeof eventSchema>;

/** The parts of an event resource that are read of a list, for its parameter `fields`: all but the description. */
export const LISTED_FIELDS = [
  'id,etag,status,eventType,summary,location,start,end',
  'attendees(email,displayName,responseStatus,self,organizer,resource),attendeesOmitted',
  'organizer(self),guestsCanModify,locked,hangoutLink,recurringEventId,recurrence,htmlLink',
  'conferenceData(createRequest(requestId,status),entryPoints(entryPointType,uri))',
].join(',');

/** Kinds of events that are facts about a day and not appointments. */
const NO_APPOINTMENTS: ReadonlySet<string> = new Set(['workingLocation', 'birthday']);

/**
 * @param answer an event resource of the Calendar API v3
 * @param calendarZone the calendar's own zone, for events that name none
 * @returns null for one that cannot be read, such as a cancelled one without its times, and for working locations and
 * birthdays
 */
export function toCalendarEvent(answer: unknown, calendarZone?: string): CalendarEvent | null {
  const { data: event } = eventSchema.safeParse(answer);
  const time = event && readTime(event, calendarZone);
  if (!event || !time || NO_APPOINTMENTS.has(event.eventType)) return null;
  const organizes = event.organizer?.self ?? true;
  const guests = event.attendees.filter(({ resource, email }) => !resource && email !== '');
  return {
    id: event.id,
    etag: event.etag,
    title: oneLine(event.summary),
    time,
    location: oneLine(event.location),
    description: cut(toPlainText(event.description), MAX_DESCRIPTION_LENGTH).replace(UNPRINTABLE, ''),
    guests: guests.slice(0, MAX_GUESTS).map(toGuest),
    hasMoreGuests: event.attendeesOmitted || guests.length > MAX_GUESTS,
    answer: readAnswer(event, organizes),
    meet: readMeet(event),
    seriesId: event.recurringEventId === '' ? null : event.recurringEventId.slice(0, MAX_ID_LENGTH),
    recurrence: event.recurrence.slice(0, MAX_RECURRENCE_LINES).map(oneLine),
    isEditable: (organizes || event.guestsCanModify) && !event.locked && isPlain(event),
    isCancelled: event.status === 'cancelled',
    href: readHref(event.htmlLink),
  };
}

const UNPRINTABLE = /(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu;

/** Never half a character. */
const cut = (long: string, length: number) => long.slice(0, length).toWellFormed();

const oneLine = (line: string): string =>
  cut(line, MAX_LINE_LENGTH)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(UNPRINTABLE, '')
    .trim();

/** Focus times, absences and events from messages have rules of their own. */
const isPlain = ({ eventType }: GoogleEvent) => eventType === '' || eventType === 'default';

function readTime({ start, end }: GoogleEvent, calendarZone?: string): EventTime | null {
  if (isDay(start.date)) {
    const endDay = isDay(end.date) && end.date > start.date ? end.date : addDays(start.date, 1);
    return { isAllDay: true, startDay: start.date, endDay };
  }
  const startMs = readMoment(start.dateTime);
  if (startMs === null) return null;
  const endMs = Math.max(startMs, readMoment(end.dateTime) ?? startMs);
  const timeZone =
    knownZone(start.timeZone) ?? knownZone(end.timeZone) ?? knownZone(calendarZone ?? '') ?? 'UTC';
  return { isAllDay: false, startMs, endMs, timeZone };
}

/** RFC 3339 with an offset, as Google always answers. */
function readMoment(dateTime: string): number | null {
  const isMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/.test(dateTime);
  const moment = isMoment ? Date.parse(dateTime) : Number.NaN;
  return Number.isNaN(moment) ? null : moment;
}

const zones = new Map<string, string | undefined>();

function knownZone(name: string): string | undefined {
  if (name === '' || name.length > 64) return undefined;
  if (!zones.has(name)) {
    if (zones.size >= MAX_ZONES) zones.clear();
    zones.set(name, toTimeZone(name));
  }
  return zones.get(name);
}

function toGuest(attendee: GoogleEvent['attendees'][number]): Guest {
  const { email, displayName, responseStatus, self, organizer } = attendee;
  return {
    email: oneLine(email).toLowerCase(),
    name: oneLine(displayName),
    answer: responseStatus,
    isSelf: self,
    isOrganizer: organizer,
  };
}

function readAnswer({ attendees }: GoogleEvent, organizes: boolean): Answer {
  const own = attendees.find(({ self }) => self);
  return own?.responseStatus ?? (organizes ? 'accepted' : 'needsAction');
}

function readMeet({ hangoutLink, conferenceData }: GoogleEvent): MeetLink | null {
  const videos = conferenceData.entryPoints.filter(({ entryPointType }) => entryPointType === 'video');
  for (const address of [hangoutLink, ...videos.map(({ uri }) => uri)]) {
    const read = readMeetingUrl(address.slice(0, MAX_HREF_LENGTH));
    if ('room' in read) return { state: 'ready', room: read.room };
  }
  return conferenceData.createRequest.status.statusCode === 'pending' ? { state: 'pending' } : null;
}

/** Whether Google tried to make the conference and could not. */
export function hasFailedConference(answer: unknown): boolean {
  const { data: event } = eventSchema.safeParse(answer);
  return event?.conferenceData.createRequest.status.statusCode === 'failure' && readMeet(event) === null;
}

const readHref = (link: string): string | null =>
  /^https:\/\/(www|calendar)\.google\.com\/[\x21-\x7e]*$/.test(link) && link.length <= MAX_HREF_LENGTH
    ? link
    : null;
