import { calendarService } from '@/app/integrations/calendar/index.server';
import { CalendarLink } from '@/models/calendar-link.server';
import { User } from '@/models/user.server';

interface LinkedCalendar {
  /** The calendar's own name. */
  name: string;
  /** Sends the assistant to every meeting that the account has accepted. */
  sendsToAll: boolean;
}

/** The calendar of an account; null when none is linked, or the operator has set up no service. */
export async function findLink(userId: number): Promise<LinkedCalendar | null> {
  if (!calendarService) return null;
  const link = await CalendarLink.findOne({ where: { userId }, attributes: ['name', 'sendsToAll'] });
  return link && { name: link.name, sendsToAll: link.sendsToAll };
}

/** Whether Google ended the access to a calendar that was not linked again since. */
export async function hasLostCalendar(userId: number): Promise<boolean> {
  const user = await User.findByPk(userId, { attributes: ['calendarEndedAt'], rejectOnEmpty: true });
  return user.calendarEndedAt !== null;
}
