import { createHash, randomUUID } from 'node:crypto';
import type { calendar_v3 } from '@googleapis/calendar';
import { msOf, occurrencesOf, type When } from './recurrence';

export type Resource = calendar_v3.Schema$Event;

/** An error answer of the API. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly reason: string,
    message: string = reason,
  ) {
    super(message);
  }
}

const notFound = () => new ApiError(404, 'notFound', 'Not Found');

interface Stored {
  event: Resource;
  /** Of the calendar at the event's last change. */
  version: number;
}

/** How conferences that are asked for come to be. */
export interface ConferenceCourse {
  outcome: 'success' | 'failure';
  /** Times that the event is read while its conference is pending. */
  pendingReads: number;
}

interface ListQuery {
  timeMinMs?: number;
  timeMaxMs?: number;
  isSingle: boolean;
  showsDeleted: boolean;
  types: string[];
}

const FAR_MS = Date.parse('2100-01-01T00:00:00Z');
const ID = /^[a-v0-9]{5,1024}$/;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
/** What the API sets by itself, and ignores in a request. */
const READ_ONLY = [
  ...['kind', 'etag', 'id', 'status', 'htmlLink', 'created', 'updated', 'creator', 'organizer', 'iCalUID'],
  ...['sequence', 'hangoutLink', 'recurringEventId', 'originalStartTime', 'locked', 'conferenceData'],
] as const;

/** One account's primary calendar, as Google keeps it. */
export class FakeCalendar {
  readonly email: string;
  name: string;
  timeZone = 'America/Sao_Paulo';
  conferences: ConferenceCourse = { outcome: 'success', pendingReads: 0 };
  /** Most events of one page, whatever is asked for. */
  pageSize = Number.POSITIVE_INFINITY;
  readonly #stored = new Map<string, Stored>();
  readonly #waiting = new Map<string, number>();
  #version = 0;
  #epoch = 0;

  constructor(email: string) {
    this.email = email;
    this.name = email;
  }

  /** Somebody adds an event at Google. Without times: tomorrow's next full hour. */
  add(event: Resource = {}): Resource {
    const hour = Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 86_400_000;
    const at = (moment: number): When => ({ dateTime: new Date(moment).toISOString() });
    return this.#write({
      ...this.#fresh(event.id ?? randomUUID().replaceAll('-', '')),
      start: at(hour),
      end: at(hour + 3_600_000),
      ...event,
    });
  }

  /** Somebody changes an event, or one occurrence, at Google. */
  change(id: string, change: Resource): Resource {
    return this.#write({ ...this.#existing(id), ...change });
  }

  /** Somebody deletes an event, or one occurrence, at Google. */
  cancel(id: string): void {
    this.#cancel(this.#existing(id));
  }

  /** As the API answers it. @throws ApiError */
  read(id: string): Resource {
    return this.#existing(id);
  }

  /** What is not cancelled: events, series, and occurrences that were changed alone. */
  events(): Resource[] {
    return [...this.#stored.values()]
      .map(({ event }) => event)
      .filter(({ status }) => status !== 'cancelled');
  }

  /** All sync tokens that were given end. */
  forgetSyncTokens(): void {
    this.#epoch += 1;
  }

  /** @throws ApiError */
  get(id: string): Resource {
    this.#settleConference(id);
    return this.#existing(id);
  }

  /** @throws ApiError */
  insert(body: Resource, takesConferences: boolean): Resource {
    const id = body.id ?? randomUUID().replaceAll('-', '');
    if (!ID.test(id)) throw new ApiError(400, 'invalid', 'Invalid resource id value.');
    if (this.#stored.has(id))
      throw new ApiError(409, 'duplicate', 'The requested identifier already exists.');
    const event = { ...this.#fresh(id), ...without(body, READ_ONLY) };
    if (takesConferences) this.#requestConference(event, body.conferenceData);
    return this.#write(event);
  }

  /** @throws ApiError */
  patch(id: string, body: Resource, etag: string | undefined, takesConferences: boolean): Resource {
    const event = this.#existing(id);
    assertMatches(event, etag);
    const changes = without(body, READ_ONLY);
    this.#assertAllowed(event, changes);
    const patched = merge(event, changes) as Resource;
    if (takesConferences) this.#requestConference(patched, body.conferenceData);
    if (event.recurrence && (body.start || body.end || body.recurrence)) this.#dropExceptions(id);
    return this.#write({ ...patched, sequence: (event.sequence ?? 0) + 1 });
  }

  /** @throws ApiError */
  delete(id: string, etag: string | undefined): void {
    const event = this.#existing(id);
    if (event.status === 'cancelled') throw new ApiError(410, 'deleted', 'Resource has been deleted');
    assertMatches(event, etag);
    this.#cancel(event);
  }

  list(query: ListQuery): Resource[] {
    const events = query.isSingle ? this.#singleEvents(query.timeMaxMs) : this.#allEvents(query.showsDeleted);
    const { timeMinMs = Number.NEGATIVE_INFINITY, timeMaxMs = Number.POSITIVE_INFINITY, types } = query;
    return events
      .filter(({ status }) => query.showsDeleted || !query.isSingle || status !== 'cancelled')
      .filter(
        (event) => !event.start || (this.#ms(event.end!) > timeMinMs && this.#ms(event.start) < timeMaxMs),
      )
      .filter(({ eventType }) => types.length === 0 || types.includes(eventType ?? 'default'))
      .sort((one, other) => this.#ms(one.start ?? {}) - this.#ms(other.start ?? {}));
  }

  /** What changed since a token; the cancelled ones have lost all but their ids. @throws ApiError */
  changesSince(token: string): Resource[] {
    const [, epoch, version] = /^sync-(\d+)-(\d+)$/.exec(token) ?? [];
    if (epoch === undefined) throw new ApiError(400, 'invalid', 'Invalid sync token value.');
    if (Number(epoch) !== this.#epoch) {
      throw new ApiError(410, 'fullSyncRequired', 'Sync token is no longer valid, a full sync is required.');
    }
    return [...this.#stored.values()]
      .filter((stored) => stored.version > Number(version))
      .map(({ event }) => (event.status === 'cancelled' ? bare(event) : event));
  }

  syncToken(): string {
    return `sync-${this.#epoch}-${this.#version}`;
  }

  #ms(when: When): number {
    return when.date || when.dateTime ? msOf(when) : 0;
  }

  #fresh(id: string): Resource {
    const now = new Date().toISOString();
    const own = { email: this.email, self: true };
    return {
      kind: 'calendar#event',
      id,
      status: 'confirmed',
      htmlLink: `https://www.google.com/calendar/event?eid=${Buffer.from(`${id} ${this.email}`).toString('base64url')}`,
      created: now,
      creator: own,
      organizer: own,
      iCalUID: `${id}@google.com`,
      sequence: 0,
      reminders: { useDefault: true },
      eventType: 'default',
    };
  }

  /** An event, a series, or an occurrence that is stored by itself or comes of its series. @throws ApiError */
  #existing(id: string): Resource {
    const stored = this.#stored.get(id);
    if (stored) return structuredClone(stored.event);
    const [, seriesId, stamp] = /^(.+)_(\d{8}(?:T\d{6}Z)?)$/.exec(id) ?? [];
    const series = this.#stored.get(seriesId ?? '')?.event;
    if (!series?.recurrence || series.status === 'cancelled') throw notFound();
    const occurrence = this.#occurrences(series).find((found) => found.id === `${seriesId}_${stamp}`);
    if (!occurrence) throw notFound();
    return structuredClone(occurrence);
  }

  /** Without its exceptions. */
  #occurrences(series: Resource, untilMs = FAR_MS): Resource[] {
    const { recurrence, ...rest } = series;
    const times = { start: series.start!, end: series.end!, recurrence: recurrence! };
    return occurrencesOf(times, untilMs).map(({ stamp, start, end }) => ({
      ...rest,
      id: `${series.id}_${stamp}`,
      recurringEventId: series.id!,
      originalStartTime: this.#shown(start),
      start: this.#shown(start),
      end: this.#shown(end),
    }));
  }

  #singleEvents(timeMaxMs = Date.now() + 2 * 366 * 86_400_000): Resource[] {
    return [...this.#stored.values()].flatMap(({ event }) => {
      if (!event.recurrence) return [event];
      if (event.status === 'cancelled') return [];
      return this.#occurrences(event, timeMaxMs).filter(({ id }) => !this.#stored.has(id!));
    });
  }

  /** Cancelled occurrences of a living series always, other cancelled events on demand. */
  #allEvents(showsDeleted: boolean): Resource[] {
    const isShown = ({ status, recurringEventId }: Resource) =>
      status !== 'cancelled' ||
      showsDeleted ||
      this.#stored.get(recurringEventId ?? '')?.event.status === 'confirmed';
    return [...this.#stored.values()].map(({ event }) => event).filter(isShown);
  }

  #write(written: Resource): Resource {
    const { start, end } = written;
    const event: Resource = {
      ...written,
      start: this.#shown(start ?? {}),
      end: this.#shown(end ?? {}),
      ...(written.attendees && { attendees: this.#attendees(written) }),
    };
    if (msOf(event.end!) < msOf(event.start!)) {
      throw new ApiError(400, 'timeRangeEmpty', 'The specified time range is empty.');
    }
    return this.#store(event);
  }

  #store(event: Resource): Resource {
    this.#version += 1;
    const etag = `"${createHash('sha256').update(`${this.email}${this.#version}`).digest('hex').slice(0, 16)}"`;
    const stored = { ...event, etag, updated: new Date().toISOString() };
    this.#stored.set(event.id!, { event: stored, version: this.#version });
    return structuredClone(stored);
  }

  /** Times are answered with the offset of the calendar's zone. @throws ApiError */
  #shown({ date, dateTime, timeZone }: When): When {
    if (date && dateTime) throw new ApiError(400, 'invalid', 'Both a date and a time.');
    if (date) return { date };
    if (!dateTime) throw new ApiError(400, 'required', 'Missing end or start time.');
    const hasOffset = /(Z|[+-]\d\d:\d\d)$/.test(dateTime);
    if (!hasOffset && !timeZone) throw new ApiError(400, 'invalid', 'Missing time zone definition.');
    const zone = timeZone ?? this.timeZone;
    const moment = hasOffset
      ? Date.parse(dateTime)
      : Date.parse(`${dateTime}Z`) - offsetMs(Date.parse(`${dateTime}Z`), zone);
    return { dateTime: withOffset(moment, this.timeZone), timeZone: zone };
  }

  #attendees({ attendees = [] }: Resource): calendar_v3.Schema$EventAttendee[] {
    return attendees.map(({ self: _self, ...attendee }) => {
      if (!EMAIL.test(attendee.email ?? '')) throw new ApiError(400, 'invalid', 'Invalid attendee email.');
      const isSelf = attendee.email!.toLowerCase() === this.email.toLowerCase();
      return { responseStatus: 'needsAction', ...attendee, ...(isSelf && { self: true }) };
    });
  }

  #assertAllowed({ organizer, guestsCanModify }: Resource, changes: Resource): void {
    const isOwn = organizer?.self || guestsCanModify;
    const isPrivate = Object.keys(changes).every((key) =>
      ['attendees', 'reminders', 'colorId'].includes(key),
    );
    if (isOwn || (isPrivate && Object.keys(changes).length > 0)) return;
    throw new ApiError(
      403,
      'forbiddenForNonOrganizer',
      'Shared properties can only be changed by the organizer.',
    );
  }

  #cancel(event: Resource): void {
    if (event.recurrence) this.#dropExceptions(event.id!);
    this.#store({ ...event, status: 'cancelled' });
  }

  #dropExceptions(seriesId: string): void {
    for (const { event } of [...this.#stored.values()]) {
      if (event.recurringEventId === seriesId) this.#stored.delete(event.id!);
    }
  }

  /** The same request id again makes no second conference. */
  #requestConference(event: Resource, asked: Resource['conferenceData'] | null): void {
    if (asked === null) {
      delete event.conferenceData;
      delete event.hangoutLink;
      return;
    }
    const requestId = asked?.createRequest?.requestId;
    if (!asked?.createRequest) return;
    if (!requestId) throw new ApiError(400, 'required', 'Missing request id.');
    if (event.conferenceData?.createRequest?.requestId === requestId || event.hangoutLink) return;
    const conferenceSolutionKey = { type: 'hangoutsMeet' };
    event.conferenceData = {
      createRequest: { requestId, conferenceSolutionKey, status: { statusCode: 'pending' } },
    };
    this.#waiting.set(event.id!, this.conferences.pendingReads);
    if (this.conferences.pendingReads === 0) this.#finishConference(event);
  }

  #settleConference(id: string): void {
    const left = this.#waiting.get(id);
    const event = this.#stored.get(id)?.event;
    if (left === undefined || !event) return;
    this.#waiting.set(id, left - 1);
    if (left > 0) return;
    this.#finishConference(event);
    this.#store(event);
  }

  #finishConference(event: Resource): void {
    this.#waiting.delete(event.id!);
    const createRequest = { ...event.conferenceData!.createRequest };
    createRequest.status = { statusCode: this.conferences.outcome };
    event.conferenceData = { createRequest };
    if (this.conferences.outcome === 'failure') return;
    const code = meetCode(`${this.email}${event.id}${createRequest.requestId}`);
    const uri = `https://meet.google.com/${code}`;
    Object.assign(event, {
      hangoutLink: uri,
      conferenceData: {
        createRequest,
        conferenceId: code,
        conferenceSolution: { key: { type: 'hangoutsMeet' }, name: 'Google Meet' },
        entryPoints: [{ entryPointType: 'video', uri, label: uri.slice('https://'.length) }],
      },
    });
  }
}

/** @throws ApiError */
function assertMatches({ etag }: Resource, wanted: string | undefined): void {
  if (wanted !== undefined && wanted !== '*' && wanted !== etag) {
    throw new ApiError(412, 'conditionNotMet', 'Precondition Failed');
  }
}

const bare = ({ kind, etag, id, recurringEventId, originalStartTime }: Resource): Resource => ({
  ...{ kind: kind!, etag: etag!, id: id!, status: 'cancelled' },
  ...(recurringEventId && { recurringEventId, originalStartTime: originalStartTime! }),
});

/** JSON merge: objects are joined, lists replaced, and null removes. */
function merge(value: unknown, patch: unknown): unknown {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch;
  const merged = {
    ...(typeof value === 'object' && !Array.isArray(value) ? (value as object) : {}),
  } as Record<string, unknown>;
  for (const [key, part] of Object.entries(patch)) {
    if (part === null) delete merged[key];
    else merged[key] = merge(merged[key], part);
  }
  return merged;
}

function without(body: Resource, keys: readonly (keyof Resource)[]): Resource {
  const entries = Object.entries(body).filter(([key]) => !keys.includes(key as keyof Resource));
  return Object.fromEntries(entries) as Resource;
}

function offsetMs(moment: number, timeZone: string): number {
  const shown = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return Date.parse(`${shown.format(moment).replace(' ', 'T')}Z`) - Math.floor(moment / 1000) * 1000;
}

function withOffset(moment: number, timeZone: string): string {
  const ahead = offsetMs(moment, timeZone);
  const minutes = Math.abs(ahead) / 60_000;
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const local = new Date(moment + ahead).toISOString().slice(0, 19);
  return `${local}${ahead < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
}

/** Three, four and three letters. */
function meetCode(seed: string): string {
  const letters = [...createHash('sha256').update(seed).digest()].map((byte) =>
    String.fromCharCode(97 + (byte % 26)),
  );
  return [letters.slice(0, 3), letters.slice(3, 7), letters.slice(7, 10)]
    .map((part) => part.join(''))
    .join('-');
}
