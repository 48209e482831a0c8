import { randomUUID } from 'node:crypto';
import type { CalendarEvent, EventChange, EventTime } from '@/app/domain/calendar/event';
import {
  type Calendar,
  CalendarUnavailable,
  EventChanged,
  EventGone,
} from '@/app/integrations/calendar/port';
import { eventWith } from '@/tests/factories/event';
import type { TheirEvent, TheirSide } from './calendar-sequence';
import { calendars } from './memory-calendars';

const DAY_MS = 24 * 3_600_000;

/** A calendar in memory that others change, whose requests fail or lose their answers. */
class MemorySide {
  readonly #events = new Map<string, CalendarEvent>();
  readonly #changed: string[] = [];
  #forgotten = 0;
  #disturbance: 'fail' | 'lose-answer' | null = null;

  put(event: CalendarEvent): CalendarEvent {
    const written = { ...event, etag: randomUUID() };
    this.#events.set(event.id, written);
    this.#changed.push(event.id);
    return written;
  }

  find(id: string): CalendarEvent {
    const event = this.#events.get(id);
    if (!event) throw new EventGone();
    return event;
  }

  within(fromMs: number, toMs: number): CalendarEvent[] {
    return [...this.#events.values()].filter(
      ({ isCancelled, time }) =>
        !isCancelled && (time.isAllDay || (time.startMs < toMs && time.endMs >= fromMs)),
    );
  }

  changesSince(token: string | null): string[] {
    const isKnown = token !== null && Number(token) >= this.#forgotten;
    return this.#changed.slice(isKnown ? Number(token) : 0);
  }

  get token(): string {
    return String(this.#changed.length);
  }

  forgetTokens(): void {
    this.#forgotten = this.#changed.length + 1;
  }

  disturb(how: 'fail' | 'lose-answer' | null): void {
    this.#disturbance = how;
  }

  /** A request, which takes time before and after. */
  async answer<T>(work: () => T): Promise<T> {
    await new Promise((resolve) => setTimeout(resolve, 1));
    this.#breakIf('fail');
    const answer = work();
    await new Promise((resolve) => setTimeout(resolve, 1));
    this.#breakIf('lose-answer');
    return answer;
  }

  #breakIf(how: 'fail' | 'lose-answer'): void {
    if (this.#disturbance !== how) return;
    this.#disturbance = null;
    throw new CalendarUnavailable();
  }

  writable(id: string, etag: string): CalendarEvent {
    const event = this.find(id);
    if (event.isCancelled) throw new EventGone();
    if (event.etag !== etag) throw new EventChanged();
    return event;
  }
}

/** The calendar of an account, in memory, from both sides. */
export function linkMemorySide(userId: number): TheirSide {
  const side = new MemorySide();
  calendars.set(userId, ourSideOf(side));
  return {
    userId,
    async create(event) {
      return side.put(eventOf(randomUUID(), event)).id;
    },
    async createSeries(event, days) {
      const seriesId = randomUUID();
      for (let day = 0; day < days; day += 1) {
        const [startMs, endMs] = [event.startMs + day * DAY_MS, event.endMs + day * DAY_MS];
        side.put({ ...eventOf(`${seriesId}_${day}`, { ...event, startMs, endMs }), seriesId });
      }
      return seriesId;
    },
    async change(id, change) {
      side.put({ ...side.find(id), ...changeOf(change) });
    },
    async makeAllDay(id) {
      side.put({ ...side.find(id), time: { isAllDay: true, startDay: '2026-12-01', endDay: '2026-12-02' } });
    },
    async cancel(id) {
      side.put({ ...side.find(id), isCancelled: true });
    },
    forgetTokens: () => side.forgetTokens(),
    disturb: (how) => side.disturb(how),
    calm: () => side.disturb(null),
    list: async (fromMs, toMs) => side.within(fromMs, toMs),
  };
}

const ourSideOf = (side: MemorySide): Calendar => ({
  listEvents: ({ fromMs, toMs }) =>
    side.answer(() => ({ name: 'ana@example.com', events: side.within(fromMs, toMs), isPartial: false })),
  findChanges: (token) => side.answer(() => ({ changedIds: side.changesSince(token), token: side.token })),
  readEvent: (id) => side.answer(() => side.find(id)),
  createEvent: (id, { guests: _guests, ...event }) =>
    side.answer(() => {
      const [known] = side.within(0, Number.POSITIVE_INFINITY).filter((each) => each.id === id);
      return known ?? side.put(eventWith({ ...event, id, meet: { state: 'ready', room: 'abc-defg-hij' } }));
    }),
  changeEvent: (id, etag, { guests: _guests, ...change }: EventChange) =>
    side.answer(() => side.put({ ...side.writable(id, etag), ...change })),
  deleteEvent: (id, etag) =>
    side.answer(() => {
      if (!side.find(id).isCancelled) side.put({ ...side.writable(id, etag), isCancelled: true });
    }),
});

const eventOf = (id: string, event: TheirEvent): CalendarEvent => eventWith({ id, ...changeOf(event) });

function changeOf({ title, startMs, endMs, room, answer }: Partial<TheirEvent>): Partial<CalendarEvent> {
  return {
    ...(title !== undefined && { title }),
    ...(answer && { answer }),
    ...(room !== undefined && { meet: room === null ? null : { state: 'ready' as const, room } }),
    ...(startMs !== undefined && endMs !== undefined && { time: timeOf(startMs, endMs) }),
  };
}

const timeOf = (startMs: number, endMs: number): EventTime => ({
  ...{ isAllDay: false, startMs, endMs, timeZone: 'America/Sao_Paulo' },
});
