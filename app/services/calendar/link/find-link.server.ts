import { CalendarLink } from '@/models/calendar-link.server';

/** The calendar that an account has linked; null for none. */
export const findLink = (userId: number): Promise<CalendarLink | null> =>
  CalendarLink.findOne({ where: { userId } });
