import { differencesOf } from '@/app/domain/calendar/differences';
import type { CalendarEvent, EventChange, EventTime } from '@/app/domain/calendar/event';
import type { EventScope } from '@/app/domain/calendar/forms';
import { moveSeries } from '@/app/domain/calendar/series';
import { AppError } from '@/app/domain/errors';
import { type Calendar, EventChanged } from '@/app/integrations/calendar/port';
import { withCalendar } from '../with-calendar.server';
import { eventIdOf } from './event-id.server';
import { nameFailure } from './name-failure.server';
import { readLiveEvent } from './read-event.server';

interface EventEdit {
  userId: number;
  eventId: string;
  /** Etag of the version that the user saw. */
  version: string;
  change: EventChange;
  /** 'all': the whole series of an occurrence. */
  scope?: EventScope;
  /** The submission that asks for a meeting in Google Meet, where the event has none. */
  meetSubmissionId?: string | undefined;
}

/**
 * Changes an event, or the series of an occurrence. A change that is in the calendar already succeeds: the answer to an
 * earlier attempt was lost.
 * @throws AppError 'calendar.event-changed' when somebody changed the event since that version; 'calendar.event-gone',
 *   'calendar.event-forbidden', 'calendar.series-day', 'calendar.repeat-one', 'calendar.not-changed'; as withCalendar
 */
export function changeEvent(edit: EventEdit): Promise<CalendarEvent> {
  const { userId, eventId, version, change, meetSubmissionId } = edit;
  const act = async (calendar: Calendar) => {
    const event = await readEditableEvent(calendar, eventId);
    const { recurrence, ...ofEvent } = change;
    const written = await readWritten(calendar, event, edit);
    const different = {
      ...differencesOf(event, ofEvent),
      ...differencesOf(written, recurrence ? { recurrence } : {}),
    };
    const meetId = meetSubmissionId && !event.meet ? eventIdOf(userId, meetSubmissionId) : undefined;
    if (Object.keys(different).length === 0 && !meetId) return event;
    if (event.etag !== version) throw new AppError('calendar.event-changed');
    const time = timeToWrite(event, written, different);
    return write(calendar, written, { ...different, ...(time && { time }) }, meetId);
  };
  return nameFailure('calendar.not-changed', withCalendar(userId, act));
}

/** The event that an edit writes: the one that the user saw, or its series. */
async function readWritten(
  calendar: Calendar,
  event: CalendarEvent,
  { scope, change }: EventEdit,
): Promise<CalendarEvent> {
  if (event.seriesId === null) return event;
  if (scope === 'all') return readEditableEvent(calendar, event.seriesId);
  if (change.recurrence) throw new AppError('calendar.repeat-one');
  return event;
}

/** @param written as readWritten has it @returns undefined for what stays */
function timeToWrite(
  event: CalendarEvent,
  written: CalendarEvent,
  { time, recurrence }: EventChange,
): EventTime | undefined {
  // A rule is written with the zone in which it holds.
  if (!time) return recurrence && written.time;
  if (written === event) return time;
  // A new rule follows the new day.
  const { time: own } = written;
  return moveSeries({ time: own, recurrence: recurrence ? [] : written.recurrence }, event.time, time);
}

interface MeetRequest {
  userId: number;
  submissionId: string;
  eventId: string;
}

/**
 * Adds a meeting in Google Meet to an event that has none.
 * @throws AppError 'calendar.meet-not-added'; as changeEvent
 */
export function addMeet({ userId, submissionId, eventId }: MeetRequest): Promise<CalendarEvent> {
  const act = async (calendar: Calendar) => {
    const event = await readEditableEvent(calendar, eventId);
    if (event.meet) return event;
    return calendar.changeEvent(event.id, event.etag, {}, eventIdOf(userId, submissionId));
  };
  return nameFailure('calendar.meet-not-added', withCalendar(userId, act));
}

async function readEditableEvent(calendar: Calendar, eventId: string): Promise<CalendarEvent> {
  const event = await readLiveEvent(calendar, eventId);
  if (!event.isEditable) throw new AppError('calendar.event-forbidden');
  return event;
}

async function write(
  calendar: Calendar,
  event: CalendarEvent,
  change: EventChange,
  meetId: string | undefined,
): Promise<CalendarEvent> {
  try {
    return await calendar.changeEvent(event.id, event.etag, change, meetId);
  } catch (error) {
    if (!(error instanceof EventChanged)) throw error;
    const theirs = await readLiveEvent(calendar, event.id);
    const isWritten = Object.keys(differencesOf(theirs, change)).length === 0 && (!meetId || theirs.meet);
    if (!isWritten) throw error;
    return theirs;
  }
}
