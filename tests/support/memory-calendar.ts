import type { CalendarEvent, EventChange, NewEvent } from '@/app/domain/calendar/event';
import {
  type Calendar,
  CalendarUnavailable,
  EventChanged,
  EventForbidden,
  EventGone,
} from '@/app/integrations/calendar/port';
import { eventWith } from '@/tests/factories/event';

/** A calendar that keeps its events in memory, with etags. Without a sense of recurrence. */
export class MemoryCalendar implements Calendar {
  readonly events = new Map<string, CalendarEvent>();
  /** Whether the next writes are done, but not answered. */
  losesAnswers = false;
  isDown = false;
  writes = 0;
  #versions = 0;

  add(values: Partial<CalendarEvent>): CalendarEvent {
    const event = eventWith({ ...values, etag: this.#nextEtag() });
    this.events.set(event.id, event);
    return event;
  }

  /** What somebody else does. */
  change(id: string, values: Partial<CalendarEvent>): void {
    this.events.set(id, { ...this.events.get(id)!, ...values, etag: this.#nextEtag() });
  }

  async accessToken() {
    this.#assertUp();
    return 'access-token';
  }

  async listEvents() {
    this.#assertUp();
    return { name: 'ana@example.com', events: [...this.events.values()], isPartial: false };
  }

  async findChanges() {
    return { changedIds: [], token: null };
  }

  async readEvent(id: string): Promise<CalendarEvent> {
    this.#assertUp();
    const event = this.events.get(id);
    if (!event) throw new EventGone();
    return event;
  }

  async createEvent(id: string, { guests, ...event }: NewEvent, meetRequestId?: string) {
    this.#assertUp();
    const known = this.events.get(id);
    if (known) return known;
    const made = this.add({ ...event, id, guests: guests.map(guestOf), meet: meetOf(meetRequestId) });
    return this.#written(made);
  }

  async changeEvent(id: string, etag: string, { guests, ...change }: EventChange, meetRequestId?: string) {
    const event = await this.#writable(id, etag);
    const invited = guests?.map(
      (email) => event.guests.find((guest) => guest.email === email) ?? guestOf(email),
    );
    this.change(id, {
      ...{ ...change, ...(invited && { guests: invited }) },
      ...(meetRequestId && { meet: meetOf(meetRequestId) }),
    });
    return this.#written(this.events.get(id)!);
  }

  async deleteEvent(id: string, etag: string): Promise<void> {
    this.#assertUp();
    if (!this.events.has(id)) return;
    await this.#writable(id, etag);
    this.events.delete(id);
    this.#written(undefined);
  }

  async #writable(id: string, etag: string): Promise<CalendarEvent> {
    const event = await this.readEvent(id);
    if (!event.isEditable) throw new EventForbidden();
    if (event.etag !== etag) throw new EventChanged();
    return event;
  }

  #written<T>(result: T): T {
    this.writes += 1;
    if (this.losesAnswers) throw new CalendarUnavailable();
    return result;
  }

  #assertUp(): void {
    if (this.isDown) throw new CalendarUnavailable();
  }

  #nextEtag(): string {
    this.#versions += 1;
    return `"${this.#versions}"`;
  }
}

const guestOf = (email: string) => ({
  ...{ email, name: '', answer: 'needsAction' as const, isSelf: false, isOrganizer: false },
});

const meetOf = (requestId: string | undefined) => (requestId ? ({ state: 'pending' } as const) : null);
