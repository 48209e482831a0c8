import type { CalendarEvent, EventChange, NewEvent } from '@/app/domain/calendar/event';

/** What a calendar service gave for an account. Secret: stored sealed, never in an address, a page or the log. */
export interface CalendarTokens {
  accessToken: string;
  refreshToken: string;
  /** When the access token expires, in ms. */
  expiresAtMs: number;
}

export interface ConsentRequest {
  /** Comes back with the code: binds the answer to the session. */
  state: string;
  /** PKCE (RFC 7636): the secret that only the one who asked has. */
  codeVerifier: string;
  /** A hint for the service's account chooser. */
  email: string;
}

export interface CalendarService {
  /** Where the user allows access. */
  consentUrl(request: ConsentRequest): string;
  /** @throws CalendarRefused for a code that is used, foreign or expired; AccessNotGranted; CalendarUnavailable */
  exchangeCode(code: string, codeVerifier: string): Promise<CalendarTokens>;
  /**
   * New tokens by a refresh token, which works for the client alone that it was given to.
   * @throws CalendarRefused for one that is malformed, has ended or is another client's; AccessNotGranted;
   *   CalendarUnavailable
   */
  renew(refreshToken: string): Promise<CalendarTokens>;
  /** Ends the access. Succeeds when it had ended already. @throws CalendarUnavailable */
  revoke(tokens: CalendarTokens): Promise<void>;
  /** @param onTokens gets new tokens as they come; they must be stored before the old ones are forgotten */
  open(tokens: CalendarTokens, onTokens: (tokens: CalendarTokens) => Promise<void>): Calendar;
}

export interface EventPeriod {
  fromMs: number;
  toMs: number;
  /** Whether the events come with their guests; else with this account alone. */
  hasGuests?: boolean;
}

export interface EventList {
  /** The calendar's own name. */
  name: string;
  /** Occurrences, each by itself, in order of start; without cancelled ones. */
  events: CalendarEvent[];
  /** There are more than this many; those that start last are absent. */
  isPartial: boolean;
}

export interface Changes {
  /** Ids of events or occurrences that were made, changed or cancelled since the token. */
  changedIds: string[];
  /** For the next question; null when there were too many changes to count. */
  token: string | null;
}

/**
 * An account's primary calendar. Every call is bounded in time, refreshes the access once, and waits when the service
 * asks for it.
 *
 * All of them throw `CalendarRefused` when the user has ended the access, and `CalendarUnavailable` when the service
 * cannot be reached, is overloaded or fails.
 */
export interface Calendar {
  /** That is valid for a while; a new one when asked. */
  accessToken(isFresh: boolean): Promise<string>;
  /** In at most two requests for 1,000 events, which come without their descriptions. */
  listEvents(period: EventPeriod): Promise<EventList>;
  /** What has changed since a token; all of it again when the token is null or was forgotten. */
  findChanges(token: string | null): Promise<Changes>;
  /** @throws EventGone */
  readEvent(id: string): Promise<CalendarEvent>;
  /**
   * Repeatable: an event with this id that is there already is answered, not doubled.
   * @param id base32hex (RFC 4648) of the caller's making, 5 to 1024 characters
   * @param meetRequestId asks for a video conference; the same id is the same conference
   */
  createEvent(id: string, event: NewEvent, meetRequestId?: string): Promise<CalendarEvent>;
  /**
   * @param etag of the version that the change was made from
   * @throws EventGone, EventForbidden; EventChanged when somebody changed the event since
   */
  changeEvent(id: string, etag: string, change: EventChange, meetRequestId?: string): Promise<CalendarEvent>;
  /** Succeeds when the event is gone already. @throws EventForbidden; EventChanged when somebody changed it since */
  deleteEvent(id: string, etag: string): Promise<void>;
}

/** The access has ended: revoked, expired or never granted. */
export class CalendarRefused extends Error {}

/** The user allows something, and not what is needed. */
export class AccessNotGranted extends CalendarRefused {}

/** The service cannot be reached or fails: nothing is known of what was asked. */
export class CalendarUnavailable extends Error {}

export class EventGone extends Error {}

export class EventForbidden extends Error {}

/** Somebody changed the event since the version that was sent. */
export class EventChanged extends Error {}
