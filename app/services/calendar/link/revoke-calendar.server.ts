import { AppError } from '@/app/domain/errors';
import type { JobPayload } from '@/app/domain/jobs';
import { calendarService } from '@/app/integrations/calendar/index.server';
import { CalendarLink } from '@/models/calendar-link.server';
import type { JobRun } from '../../platform/jobs/job';
import { openTokens } from './sealed-tokens.server';

/**
 * Ends the access to a calendar at its service, unless it was linked anew meanwhile: a revocation ends all that an
 * account of the service has granted us. A calendar is known by its name where that is an e-mail address.
 * @throws AppError 'calendar.unavailable' without a service; CalendarUnavailable
 */
export async function revokeCalendar({ payload }: JobRun<JobPayload<'revoke-calendar'>>): Promise<void> {
  const { userId, name, sealedTokens } = payload;
  const tokens = openTokens(userId, sealedTokens);
  if (!tokens) return;
  if (!calendarService) throw new AppError('calendar.unavailable');
  if (name.includes('@') && (await CalendarLink.count({ where: { name } })) > 0) return;
  await calendarService.revoke(tokens);
}
