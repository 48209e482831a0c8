import type { CalendarEvent } from '@/app/domain/calendar/event';
import { AppError } from '@/app/domain/errors';
import { type Calendar, EventForbidden, EventGone } from '@/app/integrations/calendar/port';
import { withCalendar } from '../with-calendar.server';

/**
 * An event, and the recurrence of its series; empty for a single event.
 * @throws AppError 'calendar.event-gone'; as withCalendar
 */
export const readEventInSeries = (
  userId: number,
  eventId: string,
): Promise<{ event: CalendarEvent; recurrence: string[] }> =>
  withCalendar(userId, async (calendar) => {
    const event = await readLiveEvent(calendar, eventId);
    if (event.seriesId === null) return { event, recurrence: event.recurrence };
    return { event, recurrence: await readRecurrence(calendar, event.seriesId) };
  });

/** @throws AppError 'calendar.event-gone' for a cancelled event, too */
export async function readLiveEvent(calendar: Calendar, eventId: string): Promise<CalendarEvent> {
  const event = await calendar.readEvent(eventId);
  if (event.isCancelled) throw new AppError('calendar.event-gone');
  return event;
}

/** An account may be invited to one occurrence, and not see the series. */
async function readRecurrence(calendar: Calendar, seriesId: string): Promise<string[]> {
  try {
    return (await calendar.readEvent(seriesId)).recurrence;
  } catch (error) {
    if (error instanceof EventGone || error instanceof EventForbidden) return [];
    throw error;
  }
}
