import { randomUUID } from 'node:crypto';
import { type Answer, errorBody } from './answer';
import { ApiError, FakeCalendar, type Resource } from './fake-calendar';
import { type ApiCall, parseFields, pickFields } from './validate';

export interface ApiRequest extends ApiCall {
  /** Of the account whose token came along. */
  email: string;
  query: URLSearchParams;
  body: unknown;
  ifMatch: string | undefined;
}

interface Page {
  rest: Resource[];
  /** Of the last page; null where none is given. */
  syncToken: string | null;
}

const MAX_PAGE_SIZE = 2_500;
const DEFAULT_PAGE_SIZE = 250;
const CLASHES_WITH_TOKEN = ['iCalUID', 'orderBy', 'q', 'timeMin', 'timeMax', 'updatedMin'];

/** The `events` of the Calendar API v3 over the calendars of all accounts. */
export class CalendarApi {
  readonly #calendars = new Map<string, FakeCalendar>();
  readonly #pages = new Map<string, Page>();

  has(email: string): boolean {
    return this.#calendars.has(email);
  }

  calendarOf(email: string): FakeCalendar {
    const calendar = this.#calendars.get(email) ?? new FakeCalendar(email);
    this.#calendars.set(email, calendar);
    return calendar;
  }

  answer(request: ApiRequest): Answer {
    const fields = request.query.get('fields');
    try {
      const body = this.#run(request);
      if (body === undefined) return { status: 204 };
      return { status: 200, body: fields ? pickFields(body, parseFields(fields)) : body };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { status: error.status, body: errorBody(error.status, error.reason, error.message) };
    }
  }

  #run({ name, params, email, query, body, ifMatch }: ApiRequest): unknown {
    const { calendarId, eventId: id = '' } = params;
    if (calendarId !== 'primary' && calendarId !== email) throw new ApiError(404, 'notFound', 'Not Found');
    const calendar = this.calendarOf(email);
    const takesConferences = query.get('conferenceDataVersion') === '1';
    const most = Number(query.get('maxAttendees') ?? Number.POSITIVE_INFINITY);
    if (name === 'list') return this.#list(calendar, query, most);
    if (name === 'get') return limitGuests(calendar.get(id), most);
    if (name === 'insert') return limitGuests(calendar.insert(body as Resource, takesConferences), most);
    if (name === 'patch') {
      return limitGuests(calendar.patch(id, body as Resource, ifMatch, takesConferences), most);
    }
    calendar.delete(id, ifMatch);
    return undefined;
  }

  #list(calendar: FakeCalendar, query: URLSearchParams, most: number): unknown {
    const asked = Number(query.get('maxResults') ?? DEFAULT_PAGE_SIZE);
    const size = Math.min(asked, MAX_PAGE_SIZE, calendar.pageSize);
    const pageToken = query.get('pageToken');
    const page = pageToken === null ? firstPage(calendar, query) : this.#pages.get(pageToken);
    if (!page) throw new ApiError(400, 'invalid', 'Invalid page token value.');
    const rest = page.rest.slice(size);
    const nextPageToken = `page-${randomUUID()}`;
    const hasMore = rest.length > 0;
    if (hasMore) this.#pages.set(nextPageToken, { ...page, rest });
    return {
      kind: 'calendar#events',
      summary: calendar.name,
      timeZone: calendar.timeZone,
      updated: new Date().toISOString(),
      accessRole: 'owner',
      defaultReminders: [],
      items: page.rest.slice(0, size).map((event) => limitGuests(event, most)),
      ...(hasMore && { nextPageToken }),
      ...(!hasMore && page.syncToken && { nextSyncToken: page.syncToken }),
    };
  }
}

function firstPage(calendar: FakeCalendar, query: URLSearchParams): Page {
  const syncToken = calendar.syncToken();
  const given = query.get('syncToken');
  if (given !== null) {
    const clash = CLASHES_WITH_TOKEN.find((name) => query.has(name));
    if (clash) throw new ApiError(400, 'invalid', `${clash} cannot be used with a sync token`);
    return { rest: calendar.changesSince(given), syncToken };
  }
  const isSingle = query.get('singleEvents') === 'true';
  const isByStart = query.get('orderBy') === 'startTime';
  if (isByStart && !isSingle) throw new ApiError(400, 'invalid', 'The requested ordering is not available.');
  const rest = calendar.list({
    timeMinMs: Date.parse(query.get('timeMin') ?? '1900-01-01T00:00:00Z'),
    timeMaxMs: Date.parse(query.get('timeMax') ?? '2100-01-01T00:00:00Z'),
    isSingle,
    showsDeleted: query.get('showDeleted') === 'true',
    types: query.getAll('eventTypes'),
  });
  return { rest, syncToken: query.has('orderBy') ? null : syncToken };
}

/** More guests than asked for: this account alone is answered. */
function limitGuests(event: Resource, most: number): Resource {
  if ((event.attendees?.length ?? 0) <= most) return event;
  return { ...event, attendees: event.attendees!.filter(({ self }) => self), attendeesOmitted: true };
}
