import type { CalendarEvent, NewEvent } from '@/app/domain/calendar/event';
import { withCalendar } from '../with-calendar.server';
import { eventIdOf } from './event-id.server';
import { nameFailure } from './name-failure.server';

interface EventRequest {
  userId: number;
  submissionId: string;
  event: NewEvent;
  addsMeet: boolean;
}

/** A repeated submission makes no second event. @throws AppError 'calendar.not-created'; as withCalendar */
export function createEvent({ userId, submissionId, event, addsMeet }: EventRequest): Promise<CalendarEvent> {
  const id = eventIdOf(userId, submissionId);
  return nameFailure(
    'calendar.not-created',
    withCalendar(userId, (calendar) => calendar.createEvent(id, event, addsMeet ? id : undefined)),
  );
}
