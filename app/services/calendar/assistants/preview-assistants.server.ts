import { choiceOf, planAssistants } from '@/app/domain/calendar/assistant';
import type { EventAssistantView } from '@/app/domain/calendar/assistant-view';
import type { CalendarEvent } from '@/app/domain/calendar/event';
import { AppError, type AppErrorCode } from '@/app/domain/errors';
import { MAX_WAITING_MEETINGS } from '@/app/domain/meeting/limits';
import { CalendarLink } from '@/models/calendar-link.server';
import { Meeting } from '@/models/meeting.server';
import { User } from '@/models/user.server';
import { withCalendar } from '../with-calendar.server';
import { findRefusal } from './find-refusal.server';
import { readState, type SeenEvents } from './read-state.server';
import { listWindow } from './sync-assistants.server';

/** An event with a video conference. */
export interface PreviewedEvent extends EventAssistantView {
  title: string;
  startMs: number;
}

export interface AssistantSettings {
  sendsToAll: boolean;
  hasAcceptedTerms: boolean;
}

/** Null without a linked calendar. */
export async function readAssistantSettings(userId: number): Promise<AssistantSettings | null> {
  const account = await findAccount(userId);
  return account && settingsOf(account);
}

/**
 * What becomes of the events of the next seven days, in order of start.
 * @throws AppError 'calendar.not-linked'; those of withCalendar
 */
export async function previewAssistants(userId: number): Promise<PreviewedEvent[]> {
  const now = new Date();
  const seen = await withCalendar(userId, (calendar) => listWindow(calendar, now));
  const account = await findAccount(userId);
  if (!account) throw new AppError('calendar.not-linked');
  const views = await readViews(account, seen);
  return seen.events.flatMap(({ id, title, meet, time }) =>
    meet && !time.isAllDay && time.endMs > now.getTime()
      ? [{ ...views.get(id)!, title, startMs: time.startMs }]
      : [],
  );
}

/**
 * What becomes of one event; null for a series, whose events have assistants of their own, and without a linked
 * calendar.
 */
export async function readEventAssistant(
  userId: number,
  event: CalendarEvent,
): Promise<EventAssistantView | null> {
  const account = event.recurrence.length === 0 ? await findAccount(userId) : null;
  if (!account) return null;
  const seen = { events: [event], untilMs: Number.POSITIVE_INFINITY, isAbout: () => false };
  return (await readViews(account, seen)).get(event.id)!;
}

interface Account {
  owner: User;
  link: CalendarLink;
}

async function findAccount(userId: number): Promise<Account | null> {
  const link = await CalendarLink.findOne({ where: { userId } });
  return link && { link, owner: await User.findByPk(userId, { rejectOnEmpty: true }) };
}

const settingsOf = ({ owner, link }: Account): AssistantSettings => ({
  sendsToAll: link.sendsToAll,
  hasAcceptedTerms: owner.meetingTermsAcceptedAt !== null,
});

async function readViews(account: Account, seen: SeenEvents): Promise<Map<string, EventAssistantView>> {
  const { owner } = account;
  const { sendsToAll, hasAcceptedTerms } = settingsOf(account);
  const { state, meetings } = await readState({ userId: owner.id, sendsToAll }, seen);
  const { outcomes } = planAssistants(state);
  const refusal = await findRefusalNow(owner);
  const records = new Map(state.records.map((record) => [record.eventId, record]));
  const views = seen.events.map(({ id: eventId, seriesId }): EventAssistantView => {
    const record = records.get(eventId);
    const outcome = outcomes.get(eventId)!;
    return {
      ...{ eventId, outcome, hasAcceptedTerms },
      series: seriesId === null ? null : { choice: records.get(seriesId)?.choice ?? null },
      choice: record ? choiceOf(record) : null,
      refusal: outcome === 'planned' ? refusal : null,
      meetingId: meetings.get(record?.meeting?.id ?? 0)?.publicId ?? null,
    };
  });
  return new Map(views.map((view) => [view.eventId, view]));
}

async function findRefusalNow(owner: User): Promise<AppErrorCode | null> {
  const waiting = await Meeting.count({ where: { userId: owner.id, status: 'waiting' } });
  return (await findRefusal(owner, null)) ?? (waiting >= MAX_WAITING_MEETINGS ? 'meeting.too-many' : null);
}
