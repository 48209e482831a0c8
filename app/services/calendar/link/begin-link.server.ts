import { AppError } from '@/app/domain/errors';
import { calendarService } from '@/app/integrations/calendar/index.server';
import type { ConsentRequest } from '@/app/integrations/calendar/port';

/** The page on which the user allows access. @throws AppError 'calendar.not-configured' */
export function beginLink(request: ConsentRequest): string {
  if (!calendarService) throw new AppError('calendar.not-configured');
  return calendarService.consentUrl(request);
}
