import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { settings } from '@/app/config/env.server';
import { agendaOf } from '@/app/domain/calendar/agenda';
import {
  calendarHref,
  daysOfView,
  isCalendarDay,
  isChosen,
  periodOf,
  readCalendarQuery,
} from '@/app/domain/calendar/calendar-query';
import type { CalendarEvent } from '@/app/domain/calendar/event';
import { proposedTime } from '@/app/domain/calendar/event-form';
import { type EventFields, isTypedTime, MAX_EVENT_CHARACTERS, MAX_GUESTS } from '@/app/domain/calendar/forms';
import { daysOfGrid, gridEventOf } from '@/app/domain/calendar/grid-event';
import { AppError } from '@/app/domain/errors';
import { dayOf } from '@/app/domain/format/day';
import type { SignedInUser } from '@/app/services/account/find-session-user.server';
import { listEvents } from '@/app/services/calendar/events/list-events.server';
import { readEventInSeries } from '@/app/services/calendar/events/read-event.server';
import { findLink, hasLostCalendar } from '@/app/services/calendar/link/find-link.server';
import { formBytesFor } from '../forms/form.server';
import { asCalendarUser, hasCalendar, requireCalendarUser } from '../session/calendar-user.server';

/** Fields of the form besides the guests. */
const OTHER_FIELDS = 30;

export const EVENT_FORM_BOUNDS = {
  maxBytes: formBytesFor(MAX_EVENT_CHARACTERS),
  maxFields: MAX_GUESTS + OTHER_FIELDS,
};

/** Google's ids are of letters, digits and a few signs. */
const EVENT_ID = /^[\w-]{1,1024}$/;

/** Null for an account that has no calendar. */
export async function calendarStateOf(user: SignedInUser): Promise<'linked' | 'unlinked' | null> {
  if (!hasCalendar(user)) return null;
  return (await findLink(user.id)) ? 'linked' : 'unlinked';
}

/** The calendar's page: `calendar` with a linked one, `unlinked` without. */
export async function calendarView(request: Request, user: SignedInUser) {
  const link = await findLink(user.id);
  const isConfigured = settings.googleCalendar !== null;
  if (!link || !isConfigured) {
    return { calendar: null, unlinked: { isConfigured, hasEnded: await hasLostCalendar(user.id) } };
  }
  const today = dayOf(new Date(), user.timeZone);
  const query = readCalendarQuery(new URL(request.url).searchParams, today);
  const range = daysOfView(query);
  const list = await orUnavailable(listEvents(user.id, periodOf(daysOfGrid(query), user.timeZone)));
  const agenda = list && {
    name: list.name,
    isPartial: list.isPartial,
    events: list.events.map(gridEventOf),
    days: agendaOf(
      list.events.filter((event) => isChosen(event, query.show)),
      range,
      user.timeZone,
      today,
    ),
  };
  return { calendar: { query, today, agenda }, unlinked: null };
}

/** When a new event is proposed: `?date=&time=`; what is invalid is as if it were absent. */
export async function proposedTimeView(request: Request, { id, timeZone }: SignedInUser) {
  if (!(await findLink(id))) throw redirect('/calendar');
  const { searchParams } = new URL(request.url);
  const [date, time] = ['date', 'time'].map((name) => searchParams.get(name) ?? '') as [string, string];
  const now = new Date();
  return proposedTime(
    isCalendarDay(date) ? date : dayOf(now, timeZone),
    isTypedTime(time) ? time : null,
    timeZone,
    now,
  );
}

export async function asEventUser(args: ActionFunctionArgs) {
  return { ...(await asCalendarUser(args)), eventId: eventIdOf(args.params) };
}

export interface EventView {
  /** Null when Google did not answer. */
  event: CalendarEvent | null;
  /** Of its series; empty for a single event. */
  recurrence: string[];
}

/**
 * The event of a page.
 * @throws Response 404 for an event that is gone; redirect to the calendar without a linked one
 */
export async function eventView({ request, params }: LoaderFunctionArgs): Promise<EventView> {
  const { id: userId } = await requireCalendarUser(request);
  const read = await orUnavailable(readEventInSeries(userId, eventIdOf(params)));
  return read ?? { event: null, recurrence: [] };
}

/** Where an event is to be seen that was just written: a series by the day that was typed. */
export const pathOfWritten = ({ id, recurrence }: CalendarEvent, { start_date }: EventFields): string =>
  recurrence.length > 0 ? calendarHref({ date: start_date! }) : `/calendar/${id}`;

/** As eventView. @throws redirect to the event, where this account may not change it */
export async function editableEventView(args: LoaderFunctionArgs): Promise<EventView> {
  const view = await eventView(args);
  if (view.event && !view.event.isEditable) throw redirect(`/calendar/${view.event.id}`);
  return view;
}

/** @throws Response 404 for what cannot be an event's id */
function eventIdOf({ eventId = '' }: LoaderFunctionArgs['params']): string {
  if (!EVENT_ID.test(eventId)) throw new Response(null, { status: 404 });
  return eventId;
}

/** Awaits what Google knows; null when it does not answer. @throws Response or redirect as eventView */
export async function orUnavailable<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'calendar.unavailable') return null;
    if (error.status === 404 || error.status === 403) throw new Response(null, { status: 404 });
    // Its page says when the access has just ended.
    if (error.code === 'calendar.not-linked' || error.code === 'calendar.unlinked')
      throw redirect('/calendar');
    throw error;
  }
}
