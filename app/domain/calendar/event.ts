import type { Day } from '../format/day';

/** When an event is: whole days without a zone, or between two moments. */
export type EventTime =
  /** `endDay` is the day after the last one, as in iCalendar. */
  | { isAllDay: true; startDay: Day; endDay: Day }
  /** `timeZone`: the IANA name of the zone in which a series repeats. */
  | { isAllDay: false; startMs: number; endMs: number; timeZone: string };

/** What a guest has answered. */
export type Answer = 'accepted' | 'declined' | 'tentative' | 'needsAction';

export interface Guest {
  /** In lower case. */
  email: string;
  /** Empty when the calendar knows none. */
  name: string;
  answer: Answer;
  /** The account whose calendar this is. */
  isSelf: boolean;
  isOrganizer: boolean;
}

export type MeetLink =
  /** The code in the address, such as 'abc-defg-hij'. */
  | { state: 'ready'; room: string }
  /** Google has not made the meeting yet. */
  | { state: 'pending' };

/** One event, or one occurrence of a series. */
export interface CalendarEvent {
  id: string;
  /** Changes whenever anybody changes the event. */
  etag: string;
  /** Empty when the event has none. */
  title: string;
  time: EventTime;
  location: string;
  /** Plain text. */
  description: string;
  guests: Guest[];
  /** Google does not list all the guests: they are shown, and never written. */
  hasMoreGuests: boolean;
  /** This account's answer; 'accepted' where it organizes and is no guest. */
  answer: Answer;
  meet: MeetLink | null;
  /** Of an occurrence: the id of its series; null for a single event and for a series. */
  seriesId: string | null;
  /** Of a series: its RRULE, EXDATE and RDATE lines (RFC 5545); empty for the others. */
  recurrence: string[];
  /** This account may change it. */
  isEditable: boolean;
  isCancelled: boolean;
  /** The event's page at Google; null when it names none. */
  href: string | null;
}

/** What may be written of an event; absent: stays as it is. */
export interface EventChange {
  title?: string;
  time?: EventTime;
  location?: string;
  description?: string;
  /** E-mail addresses: all of them. Those already invited keep their answer. */
  guests?: string[];
  /** RRULE, EXDATE and RDATE lines (RFC 5545), which make a series of an event, or another of a series. */
  recurrence?: string[];
}

/** Without a recurrence, a single event. */
export type NewEvent = EventChange & Required<Omit<EventChange, 'recurrence'>>;
