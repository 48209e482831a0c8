import type { EventScope } from '@/app/domain/calendar/forms';
import { AppError } from '@/app/domain/errors';
import { type Calendar, EventGone } from '@/app/integrations/calendar/port';
import { withCalendar } from '../with-calendar.server';
import { nameFailure } from './name-failure.server';

interface EventDeletion {
  userId: number;
  eventId: string;
  /** Etag of the version that the user saw. */
  version: string;
  scope: EventScope;
}

/** What Google appends to the id of a series in that of an occurrence: its original start. */
const OCCURRENCE = /_\d{8}(T\d{6}Z)?$/;

/**
 * Deletes an event, or the series of an occurrence. Succeeds when it is gone already.
 * @returns the id of what was deleted
 * @throws AppError 'calendar.event-changed' when somebody changed the event since that version;
 *   'calendar.event-forbidden', 'calendar.not-deleted'; as withCalendar
 */
export function deleteEvent({ userId, eventId, version, scope }: EventDeletion): Promise<string> {
  const act = async (calendar: Calendar) => {
    const isSeries = scope === 'all' && OCCURRENCE.test(eventId);
    const id = isSeries ? eventId.replace(OCCURRENCE, '') : eventId;
    if (isSeries) await deleteSeries(calendar, id, { eventId, version });
    else await calendar.deleteEvent(id, version);
    return id;
  };
  return nameFailure('calendar.not-deleted', withCalendar(userId, act));
}

/** The occurrence that the user saw must be as it was seen; one that is gone keeps nobody from deleting the others. */
async function deleteSeries(
  calendar: Calendar,
  seriesId: string,
  { eventId, version }: Pick<EventDeletion, 'eventId' | 'version'>,
): Promise<void> {
  const occurrence = await orNull(calendar.readEvent(eventId));
  if (occurrence && !occurrence.isCancelled && occurrence.etag !== version) {
    throw new AppError('calendar.event-changed');
  }
  const series = await orNull(calendar.readEvent(seriesId));
  if (series && !series.isCancelled) await calendar.deleteEvent(seriesId, series.etag);
}

async function orNull<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof EventGone) return null;
    throw error;
  }
}
