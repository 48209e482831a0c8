import { randomUUID } from 'node:crypto';
import type { Answer, CalendarEvent } from '@/app/domain/calendar/event';
import { type Calendar, CalendarUnavailable, EventGone } from '@/app/integrations/calendar/port';
import { calendars } from '@/app/services/calendar/with-calendar.server';
import { CalendarLink } from '@/models/calendar-link.server';
import { User } from '@/models/user.server';
import { makeUser } from '@/tests/factories/user';

const HOUR_MS = 3_600_000;

export interface PutEvent {
  id?: string;
  title?: string;
  startMs?: number;
  room?: string | null;
  answer?: Answer;
  guests?: { email: string; name: string }[];
}

export type LinkedCalendar = Awaited<ReturnType<typeof linkCalendar>>;

export async function linkCalendar({ sendsToAll }: { sendsToAll: boolean }) {
  const userId = await makeUser();
  await User.update(
    { consumptionRule: 'SUBSCRIPTION', meetingTermsAcceptedAt: new Date() },
    { where: { id: userId } },
  );
  await CalendarLink.create({ userId, sealedTokens: 'x', name: 'x', sendsToAll });
  const events = new Map<string, CalendarEvent>();
  const log: string[] = [];
  let lists = 0;
  let isFailing = false;
  let then: (() => Promise<void>) | null = null;
  const calendar: Calendar = {
    async listEvents() {
      if (isFailing) throw new CalendarUnavailable();
      lists += 1;
      const list = [...events.values()].map((event) => ({ ...event }));
      const after = then;
      then = null;
      await after?.();
      return { name: 'x', events: list, isPartial: false };
    },
    async findChanges(token) {
      if (isFailing) throw new CalendarUnavailable();
      return { changedIds: log.slice(Number(token ?? 0)), token: String(log.length) };
    },
    async readEvent(id) {
      const event = events.get(id);
      if (!event) throw new EventGone();
      return event;
    },
    createEvent: () => Promise.reject(new Error()),
    changeEvent: () => Promise.reject(new Error()),
    deleteEvent: () => Promise.reject(new Error()),
  };
  calendars.set(userId, calendar);
  return {
    userId,
    lists: () => lists,
    fail: () => {
      isFailing = true;
    },
    async pauseAfterList(work: () => Promise<void>) {
      then = work;
    },
    async put(put: PutEvent): Promise<string> {
      const id = put.id ?? randomUUID().replaceAll('-', '');
      const before = events.get(id);
      const startMs =
        put.startMs ?? (before && !before.time.isAllDay ? before.time.startMs : Date.now() + HOUR_MS);
      const { room = 'abc-defg-hij', guests = [], answer = 'accepted' } = put;
      events.set(id, {
        ...{ id, etag: randomUUID(), title: put.title ?? 'Pauta', location: '', description: '' },
        time: { isAllDay: false, startMs, endMs: startMs + HOUR_MS, timeZone: 'America/Sao_Paulo' },
        guests: guests.map((guest) => ({
          ...guest,
          answer: 'needsAction',
          isSelf: false,
          isOrganizer: false,
        })),
        ...{ hasMoreGuests: false, answer, seriesId: null, recurrence: [], isEditable: true },
        ...{ meet: room === null ? null : { state: 'ready', room }, isCancelled: false, href: null },
      });
      log.push(id);
      return id;
    },
    async remove(id: string) {
      events.delete(id);
      log.push(id);
    },
    read: (id: string) => calendar.readEvent(id),
    close: async () => undefined,
  };
}
