import { randomUUID } from 'node:crypto';
import type { Answer, CalendarEvent } from '@/app/domain/calendar/event';
import { type Calendar, CalendarUnavailable, EventGone } from '@/app/integrations/calendar/port';
import { CalendarLink } from '@/models/calendar-link.server';
import { User } from '@/models/user.server';
import { eventWith } from '@/tests/factories/event';
import { makeUser } from '@/tests/factories/user';
import { calendars } from './memory-calendars';

const HOUR_MS = 3_600_000;

interface PutEvent {
  id?: string;
  title?: string;
  startMs?: number;
  /** Null for no video conference. */
  room?: string | null;
  answer?: Answer;
  seriesId?: string;
  guests?: { email: string; name: string }[];
}

/** A subscriber who has accepted the terms. */
export async function makeSubscriber(): Promise<number> {
  const userId = await makeUser();
  const subscriber = { consumptionRule: 'SUBSCRIPTION', meetingTermsAcceptedAt: new Date() } as const;
  await User.update(subscriber, { where: { id: userId } });
  return userId;
}

/** A subscriber who has accepted the terms, with a linked calendar. */
async function makeCalendarUser(): Promise<number> {
  const userId = await makeSubscriber();
  await CalendarLink.create({ userId, sealedTokens: 'x', name: 'ana@example.com', sendsToAll: true });
  return userId;
}

/** A linked calendar in memory that can be read only. */
export class LinkedCalendar implements Partial<Calendar> {
  /** How often its events were listed. */
  lists = 0;
  isDown = false;
  /** Runs once, between the list and its answer. */
  afterList: (() => Promise<void>) | null = null;
  readonly #events = new Map<string, CalendarEvent>();
  readonly #changed: string[] = [];

  private constructor(readonly userId: number) {}

  static async link(): Promise<LinkedCalendar> {
    const calendar = new LinkedCalendar(await makeCalendarUser());
    calendars.set(calendar.userId, calendar as unknown as Calendar);
    return calendar;
  }

  /** Makes or replaces an event; in an hour, for an hour, unless something else is said or was before. */
  async put({ id = randomUUID(), title = 'Pauta', answer = 'accepted', ...put }: PutEvent): Promise<string> {
    const before = this.#events.get(id)?.time;
    const startMs = put.startMs ?? (before && !before.isAllDay ? before.startMs : Date.now() + HOUR_MS);
    const { room = 'abc-defg-hij', guests = [], seriesId = null } = put;
    const event = eventWith({
      ...{ id, title, answer, seriesId, etag: randomUUID() },
      time: { isAllDay: false, startMs, endMs: startMs + HOUR_MS, timeZone: 'America/Sao_Paulo' },
      meet: room === null ? null : { state: 'ready', room },
      guests: guests.map((guest) => ({
        ...{ ...guest, answer: 'needsAction', isSelf: false, isOrganizer: false },
      })),
    });
    this.#events.set(id, event);
    this.#changed.push(id);
    return id;
  }

  async remove(id: string): Promise<void> {
    this.#events.delete(id);
    this.#changed.push(id);
  }

  async listEvents() {
    this.#assertUp();
    this.lists += 1;
    const events = [...this.#events.values()];
    const { afterList } = this;
    this.afterList = null;
    await afterList?.();
    return { name: 'ana@example.com', events, isPartial: false };
  }

  async findChanges(token: string | null) {
    this.#assertUp();
    return { changedIds: this.#changed.slice(Number(token ?? 0)), token: String(this.#changed.length) };
  }

  async readEvent(id: string): Promise<CalendarEvent> {
    const event = this.#events.get(id);
    if (!event) throw new EventGone();
    return event;
  }

  #assertUp(): void {
    if (this.isDown) throw new CalendarUnavailable();
  }
}
