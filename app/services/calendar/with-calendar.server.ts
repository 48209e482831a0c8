import { AppError } from '@/app/domain/errors';
import type { Calendar } from '@/app/integrations/calendar/port';
import { findLink } from './link/find-link.server';

/**
 * Uses the linked calendar of an account.
 * @throws AppError 'calendar.not-linked', 'calendar.unlinked', 'calendar.unavailable', 'calendar.event-gone',
 *   'calendar.event-forbidden', 'calendar.event-changed'
 */
export async function withCalendar<T>(userId: number, _use: (calendar: Calendar) => Promise<T>): Promise<T> {
  throw new AppError((await findLink(userId)) ? 'calendar.unavailable' : 'calendar.not-linked');
}
