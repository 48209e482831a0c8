import { calendarService } from '@/app/integrations/calendar/index.server';
import { CalendarLink } from '@/models/calendar-link.server';
import type { JobRun } from '../../platform/jobs/job';
import { openTokens } from './sealed-tokens.server';

/**
 * Job: ends at Google the access of a calendar that was unlinked. Google ends all access of an account to Celeste at
 * once, so a calendar that has been linked again meanwhile is left alone.
 * @throws CalendarUnavailable
 */
export async function revokeCalendar({
  payload,
}: JobRun<{ userId: number; sealedTokens: string }>): Promise<void> {
  const { userId, sealedTokens } = payload;
  const tokens = openTokens(userId, sealedTokens);
  if (!tokens || (await CalendarLink.count({ where: { userId } })) > 0) return;
  await calendarService?.revoke(tokens);
}
