import type { LoaderFunctionArgs } from '@remix-run/node';
import { periodOf } from '@/app/domain/calendar/calendar-query';
import {
  type GridEvent,
  type GridEvents,
  gridEventOf,
  type RefusedChange,
  readGridDays,
} from '@/app/domain/calendar/grid-event';
import { AppError } from '@/app/domain/errors';
import { translator } from '@/app/i18n/texts.server';
import { listEvents } from '@/app/services/calendar/events/list-events.server';
import { readEventInSeries } from '@/app/services/calendar/events/read-event.server';
import { languageOf } from '../headers/language.server';
import { requireCalendarUser } from '../session/calendar-user.server';

/**
 * The events of `?from=&to=`, days in the account's time zone.
 * @throws AppError 'form.malformed' for what is no such period; as listEvents
 */
export async function gridEvents({ request }: LoaderFunctionArgs): Promise<GridEvents> {
  const { id, timeZone } = await requireCalendarUser(request);
  const days = readGridDays(new URL(request.url).searchParams);
  if (!days) throw new AppError('form.malformed');
  const { events, isPartial } = await listEvents(id, periodOf(days, timeZone));
  return { events: events.map(gridEventOf), isPartial };
}

/** Answers a change of an event: with the event, or with why not and the event as it is. */
export async function answerChange(
  request: Request,
  userId: number,
  eventId: string,
  change: Promise<GridEvent>,
): Promise<Response> {
  try {
    return Response.json(await change);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const message = translator(await languageOf(request), 'errors')(error.code, error.params);
    const event = error.code === 'calendar.event-changed' ? await presentEvent(userId, eventId) : null;
    return Response.json({ message, event } satisfies RefusedChange, { status: error.status });
  }
}

/** Null when it is gone, or cannot be read now. */
async function presentEvent(userId: number, eventId: string): Promise<GridEvent | null> {
  try {
    return gridEventOf((await readEventInSeries(userId, eventId)).event);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
