import type { CalendarEvent, EventTime } from '@/app/domain/calendar/event';

/** Between two moments, in São Paulo unless a zone is given. */
export const timed = (start: string, end: string, timeZone = 'America/Sao_Paulo'): EventTime => ({
  isAllDay: false,
  startMs: Date.parse(start),
  endMs: Date.parse(end),
  timeZone,
});

/** @param endDay the day after the last one */
export const wholeDays = (startDay: string, endDay: string): EventTime => ({
  isAllDay: true,
  startDay,
  endDay,
});

export const eventWith = (values: Partial<CalendarEvent> = {}): CalendarEvent => ({
  id: 'pauta',
  etag: '"1"',
  title: 'Pauta',
  time: timed('2026-11-26T17:00Z', '2026-11-26T18:00Z'),
  location: '',
  description: '',
  guests: [],
  hasMoreGuests: false,
  answer: 'accepted',
  meet: null,
  seriesId: null,
  recurrence: [],
  isEditable: true,
  isCancelled: false,
  href: null,
  ...values,
});
