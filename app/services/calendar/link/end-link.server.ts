import type { Transaction } from 'sequelize';
import type { CalendarLink } from '@/models/calendar-link.server';
import { forgetAssistants } from '../assistants/forget-assistants.server';

/**
 * What ends with the access to a calendar, whether the user or Google ended it. The owner's row must have been locked
 * before the link's.
 */
export async function endLink(link: CalendarLink, transaction: Transaction): Promise<void> {
  await forgetAssistants(link.userId, transaction);
  await link.destroy({ transaction });
}
