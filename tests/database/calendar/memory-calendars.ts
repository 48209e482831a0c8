import { AppError, type AppErrorCode } from '@/app/domain/errors';
import {
  type Calendar,
  CalendarUnavailable,
  EventChanged,
  EventGone,
} from '@/app/integrations/calendar/port';

/** By account. */
export const calendars = new Map<number, Calendar>();

/** Stands for `withCalendar`, with calendars in memory. */
export async function withMemoryCalendar<T>(
  userId: number,
  use: (calendar: Calendar) => Promise<T>,
): Promise<T> {
  const calendar = calendars.get(userId);
  if (!calendar) throw new AppError('calendar.not-linked');
  try {
    return await use(calendar);
  } catch (error) {
    const code = codeOf(error);
    throw code ? new AppError(code) : error;
  }
}

function codeOf(error: unknown): AppErrorCode | null {
  if (error instanceof EventGone) return 'calendar.event-gone';
  if (error instanceof EventChanged) return 'calendar.event-changed';
  return error instanceof CalendarUnavailable ? 'calendar.unavailable' : null;
}
