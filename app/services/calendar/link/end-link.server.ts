import type { Transaction } from 'sequelize';
import type { CalendarLink } from '@/models/calendar-link.server';

/** What ends with the access to a calendar, whether the user or the service ended it. */
export async function endLink(link: CalendarLink, transaction: Transaction): Promise<void> {
  await link.destroy({ transaction });
}
