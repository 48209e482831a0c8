import type { EventList, EventPeriod } from '@/app/integrations/calendar/port';
import { withCalendar } from '../with-calendar.server';

/** The occurrences of a period. @throws AppError as withCalendar */
export const listEvents = (userId: number, period: EventPeriod): Promise<EventList> =>
  withCalendar(userId, (calendar) => calendar.listEvents(period));
