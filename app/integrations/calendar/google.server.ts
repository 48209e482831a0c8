import { setTimeout as sleep } from 'node:timers/promises';
import { calendar, type calendar_v3 } from '@googleapis/calendar';
import type { OAuth2Client } from 'google-auth-library';
import type { CalendarEvent, EventChange, NewEvent } from '@/app/domain/calendar/event';
import {
  consentUrl,
  createClient,
  type GoogleClient,
  isGranted,
  toCredentials,
  toTokens,
  withAccess,
} from './google-access.server';
import { isAsWanted, toBody, toConferenceRequest } from './google-body';
import { hasFailedConference, LISTED_FIELDS, toCalendarEvent } from './google-event';
import { EventExists, NotAccepted } from './google-failure';
import { PACE, type Pace, patiently, within } from './google-request.server';
import {
  AccessNotGranted,
  type Calendar,
  CalendarRefused,
  type CalendarService,
  type CalendarTokens,
  CalendarUnavailable,
  type Changes,
  EventChanged,
  EventForbidden,
  EventGone,
  type EventList,
  type EventPeriod,
} from './port';

const CALENDAR = { calendarId: 'primary' } as const;

/** As many as Google lists in one answer. */
const PAGE_SIZE = 2_500;
const MAX_PAGES = 2;
/** Of a whole calendar; beyond them the changes are not counted. */
const MAX_CHANGE_PAGES = 40;
const MAX_TOKEN_LENGTH = 1_024;
const MAX_NAME_LENGTH = 255;
/** Of an event in a list: of one with more, Google names this account alone. */
const MAX_LISTED_GUESTS = 50;
/** Before a pending conference is asked for again, as multiples of the pace's pause. */
const CONFERENCE_PAUSES = [0.5, 1, 2, 3];

/** Google Calendar (API v3) by OAuth 2.0 with PKCE (RFC 7636). */
export function createGoogleCalendar(google: GoogleClient, pace: Pace = PACE): CalendarService {
  return {
    consentUrl: (request) => consentUrl(createClient(google, pace), request),

    async exchangeCode(code, codeVerifier) {
      const client = createClient(google, pace);
      const credentials = await within(pace.totalMs, async (signal) => {
        // Once: the code works once, so that another attempt after a lost answer would be refused.
        const once = { ...pace, totalMs: 0 };
        return (await patiently(once, signal, () => client.getToken({ code, codeVerifier }))).tokens;
      });
      const tokens = toTokens(credentials);
      if (!tokens) throw new CalendarRefused('Google gave no tokens');
      if (!isGranted(credentials)) throw new AccessNotGranted('the scope was not granted');
      return tokens;
    },

    async renew(refreshToken) {
      const client = createClient(google, pace);
      client.setCredentials({ refresh_token: refreshToken });
      const credentials = await within(pace.totalMs, async (signal) => {
        const renewal = await patiently(pace, signal, () => client.refreshAccessToken());
        return renewal.credentials;
      }).catch((error: unknown) => {
        throw asRefused(error);
      });
      const tokens = toTokens(credentials, refreshToken);
      if (!tokens) throw new CalendarRefused('Google gave no tokens');
      if (!isGranted(credentials)) throw new AccessNotGranted('the scope was not granted');
      return tokens;
    },

    revoke: (tokens) => revoke(createClient(google, pace), tokens, pace),

    open(tokens, onTokens) {
      const client = createClient(google, pace);
      client.setCredentials(toCredentials(tokens));
      return new GoogleCalendar(client, google.baseUrl, new TokenKeeper(client, tokens, onTokens), pace);
    },
  };
}

/** Besides 'invalid_grant', Google names a malformed token 'invalid_request', and a company's rule 'admin_policy_enforced'. */
const asRefused = (error: unknown): unknown =>
  error instanceof NotAccepted || error instanceof EventForbidden
    ? new CalendarRefused(error.message)
    : error;

/** The refresh token's end is the end of all that came of it. */
async function revoke(client: OAuth2Client, { refreshToken }: CalendarTokens, pace: Pace): Promise<void> {
  try {
    await within(pace.totalMs, (signal) => patiently(pace, signal, () => client.revokeToken(refreshToken)));
  } catch (error) {
    // 'invalid_token': it had ended already.
    if (!(error instanceof NotAccepted || error instanceof CalendarRefused)) throw error;
  }
}

/** Hands new tokens over, in their order; a request succeeds only when they are stored. */
class TokenKeeper {
  #stored: Promise<void> = Promise.resolve();
  #tokens: CalendarTokens;

  constructor(
    client: OAuth2Client,
    tokens: CalendarTokens,
    onTokens: (tokens: CalendarTokens) => Promise<void>,
  ) {
    this.#tokens = tokens;
    client.on('tokens', (credentials) => {
      const fresh = toTokens(credentials, this.#tokens.refreshToken);
      if (!fresh) return;
      this.#tokens = fresh;
      this.#stored = this.#stored.then(() => onTokens(fresh));
      // Whoever waits for it hears of a failure.
      this.#stored.catch(() => undefined);
    });
  }

  stored(): Promise<void> {
    return this.#stored;
  }
}

type Ask = <T>(request: (api: calendar_v3.Resource$Events) => Promise<{ data: T }>) => Promise<T>;

type Raw = calendar_v3.Schema$Event;

class GoogleCalendar implements Calendar {
  readonly #client: OAuth2Client;
  readonly #keeper: TokenKeeper;
  readonly #pace: Pace;
  readonly #events: calendar_v3.Resource$Events;

  constructor(client: OAuth2Client, baseUrl: string | undefined, keeper: TokenKeeper, pace: Pace) {
    this.#client = client;
    this.#keeper = keeper;
    this.#pace = pace;
    this.#events = calendar({ version: 'v3', auth: client, ...(baseUrl && { rootUrl: baseUrl }) }).events;
  }

  accessToken(isFresh: boolean): Promise<string> {
    return within(this.#pace.totalMs, async (signal) => {
      const token = await patiently(this.#pace, signal, async () => {
        if (isFresh) await this.#client.refreshAccessToken();
        return (await this.#client.getAccessToken()).token;
      });
      await this.#keeper.stored();
      if (!token) throw new CalendarUnavailable('no access token');
      return token;
    });
  }

  listEvents({ fromMs, toMs, hasGuests = false }: EventPeriod): Promise<EventList> {
    return this.#run(async (ask) => {
      const list: EventList = { name: '', events: [], isPartial: false };
      const params = {
        timeMin: new Date(fromMs).toISOString(),
        timeMax: new Date(toMs).toISOString(),
        singleEvents: true,
        orderBy: 'startTime',
        maxAttendees: hasGuests ? MAX_LISTED_GUESTS : 1,
        fields: `summary,timeZone,nextPageToken,items(${LISTED_FIELDS})`,
      };
      const pages = pagesOf(openly(ask), params, MAX_PAGES);
      for await (const { items = [], timeZone, summary, nextPageToken } of pages) {
        const events = items.flatMap((item) => toCalendarEvent(item, timeZone ?? undefined) ?? []);
        list.events.push(...events.filter(({ isCancelled }) => !isCancelled));
        list.name = String(summary ?? '')
          .slice(0, MAX_NAME_LENGTH)
          .toWellFormed();
        list.isPartial = Boolean(nextPageToken);
      }
      return list;
    });
  }

  async findChanges(token: string | null): Promise<Changes> {
    if (token === null) return this.#readAllChanges(null, this.#pace.longMs);
    try {
      return await this.#readAllChanges(token, this.#pace.totalMs);
    } catch (error) {
      // 410 for a token that has expired, 400 for one that Google never gave.
      if (!(error instanceof EventGone || error instanceof NotAccepted)) throw error;
      return this.#readAllChanges(null, this.#pace.longMs);
    }
  }

  #readAllChanges(syncToken: string | null, timeoutMs: number): Promise<Changes> {
    return this.#run(async (ask) => {
      const changedIds = new Set<string>();
      let token: string | null = null;
      const params = { fields: 'nextPageToken,nextSyncToken,items(id)', ...(syncToken && { syncToken }) };
      for await (const { items = [], nextSyncToken } of pagesOf(ask, params, MAX_CHANGE_PAGES)) {
        for (const { id } of items) if (id) changedIds.add(id);
        token = nextSyncToken ?? null;
      }
      return { changedIds: [...changedIds], token: token && token.length <= MAX_TOKEN_LENGTH ? token : null };
    }, timeoutMs);
  }

  readEvent(id: string): Promise<CalendarEvent> {
    return this.#run(async (ask) => toReadableEvent(await get(ask, id)));
  }

  createEvent(id: string, event: NewEvent, meetRequestId?: string): Promise<CalendarEvent> {
    return this.#run(async (ask) => {
      const requestBody = { id, ...toBody(event), ...(meetRequestId && toConferenceRequest(meetRequestId)) };
      const conferenceDataVersion = meetRequestId ? 1 : 0;
      const made = await ask((api) =>
        api.insert({ ...CALENDAR, conferenceDataVersion, sendUpdates: 'all', requestBody }),
      ).catch((error: unknown) => {
        if (!(error instanceof EventExists)) throw error;
        return get(ask, id);
      });
      return toReadableEvent(await this.#withConference(ask, made, meetRequestId));
    });
  }

  changeEvent(id: string, etag: string, change: EventChange, meetRequestId?: string): Promise<CalendarEvent> {
    return this.#run(async (ask) => {
      const changed = await this.#patch(ask, { id, etag, change, meetRequestId }).catch(
        async (error: unknown) => {
          if (!(error instanceof EventChanged)) throw error;
          // It may have been carried out, and the answer lost.
          const theirs = await get(ask, id);
          const event = toReadableEvent(theirs);
          if (!isAsWanted(event, change) || (meetRequestId && !event.meet)) throw error;
          return theirs;
        },
      );
      return toReadableEvent(await this.#withConference(ask, changed, meetRequestId));
    });
  }

  async #patch(
    ask: Ask,
    wanted: { id: string; etag: string; change: EventChange; meetRequestId: string | undefined },
  ): Promise<Raw> {
    const { id, etag, change, meetRequestId } = wanted;
    const current = change.guests && (await get(ask, id));
    if (current?.attendeesOmitted) throw new EventForbidden('not all guests are known');
    const requestBody = {
      ...toBody(change, current?.attendees),
      ...(meetRequestId && toConferenceRequest(meetRequestId)),
    };
    return ask((api) => patchEvent(api, id, etag, requestBody));
  }

  deleteEvent(id: string, etag: string): Promise<void> {
    return this.#run(async (ask) => {
      try {
        const params = { ...CALENDAR, eventId: id, sendUpdates: 'all' };
        await ask((api) => api.delete(params, { headers: { 'If-Match': etag } }));
      } catch (error) {
        if (error instanceof EventGone) return;
        if (!(error instanceof EventChanged) || !(await isGone(ask, id))) throw error;
      }
    });
  }

  /**
   * Waits a little for a conference that Google has not made yet, and asks for one anew that it could not make. The
   * event itself stands by now: whatever happens here, it is answered.
   */
  async #withConference(ask: Ask, event: Raw, meetRequestId?: string): Promise<Raw> {
    let current = event;
    if (!meetRequestId) return current;
    try {
      for (const [turn, pause] of CONFERENCE_PAUSES.entries()) {
        const hasFailed = hasFailedConference(current);
        if (!hasFailed && toCalendarEvent(current)?.meet?.state !== 'pending') return current;
        await sleep(pause * this.#pace.pauseMs);
        const { id, etag } = current;
        const again = toConferenceRequest(`${meetRequestId}-${turn + 1}`);
        current = hasFailed ? await ask((api) => patchEvent(api, id!, etag!, again)) : await get(ask, id!);
      }
    } catch (error) {
      const isKnown = error instanceof CalendarUnavailable || error instanceof EventForbidden;
      if (!isKnown && !(error instanceof EventChanged)) throw error;
    }
    return current;
  }

  #run<T>(work: (ask: Ask) => Promise<T>, timeoutMs = this.#pace.totalMs): Promise<T> {
    return within(timeoutMs, (signal) => {
      const ask: Ask = async (request) => {
        const { data } = await patiently(this.#pace, signal, () =>
          withAccess(this.#client, () => {
            signal.throwIfAborted();
            return request(this.#events);
          }),
        );
        await this.#keeper.stored();
        return data;
      };
      return work(ask);
    });
  }
}

/** A calendar that Google closes to us, such as one whose organization allows no applications, is out of reach. */
const openly =
  (ask: Ask): Ask =>
  async (request) => {
    try {
      return await ask(request);
    } catch (error) {
      const isClosed = error instanceof EventForbidden || error instanceof EventGone;
      throw isClosed ? new CalendarUnavailable('the calendar is closed') : error;
    }
  };

async function* pagesOf(ask: Ask, params: calendar_v3.Params$Resource$Events$List, most: number) {
  let pageToken: string | null | undefined;
  for (let page = 0; page < most; page += 1) {
    const paged = { ...CALENDAR, maxResults: PAGE_SIZE, ...params, ...(pageToken && { pageToken }) };
    const answer = await ask((api) => api.list(paged));
    yield answer;
    pageToken = answer.nextPageToken;
    if (!pageToken) return;
  }
}

const get = (ask: Ask, eventId: string): Promise<Raw> => ask((api) => api.get({ ...CALENDAR, eventId }));

const patchEvent = (api: calendar_v3.Resource$Events, eventId: string, etag: string, requestBody: Raw) =>
  api.patch(
    {
      ...CALENDAR,
      eventId,
      conferenceDataVersion: requestBody.conferenceData ? 1 : 0,
      sendUpdates: 'all',
      requestBody,
    },
    { headers: { 'If-Match': etag } },
  );

async function isGone(ask: Ask, id: string): Promise<boolean> {
  try {
    return (await get(ask, id)).status === 'cancelled';
  } catch (error) {
    if (error instanceof EventGone) return true;
    throw error;
  }
}

/** @throws EventGone for a cancelled event, CalendarUnavailable for one that makes no sense */
function toReadableEvent(answer: Raw): CalendarEvent {
  if (answer.status === 'cancelled') throw new EventGone('cancelled');
  const event = toCalendarEvent(answer);
  if (!event) throw new CalendarUnavailable('an event that cannot be read');
  return event;
}
