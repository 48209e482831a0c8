import { Op, type Transaction } from 'sequelize';
import type { CalendarState, EventRecord, KnownMeeting, SentEvent } from '@/app/domain/calendar/assistant';
import type { CalendarEvent } from '@/app/domain/calendar/event';
import { isChangeable } from '@/app/domain/meeting/status';
import { EventAssistant } from '@/models/event-assistant.server';
import { Meeting } from '@/models/meeting.server';
import { eventKeyOf } from './event-key.server';

/** Meetings that ended before that are in nobody's way. */
const LONG_OVER_MS = 24 * 3_600_000;

/** What was seen of a calendar. */
export interface SeenEvents {
  events: readonly CalendarEvent[];
  /** See CalendarState. */
  untilMs: number;
  /** Whether an event would be among `events` if there were such; all when absent. */
  isAbout?(eventId: string): boolean;
}

export interface AccountState {
  state: CalendarState;
  /** By event. */
  rows: Map<string, EventAssistant>;
  /** By id: those of the rows. */
  meetings: Map<number, Meeting>;
}

/** What the database says about the assistants of events, beside what the calendar says. */
export async function readState(
  account: { userId: number; sendsToAll: boolean },
  { events, untilMs, isAbout = () => true }: SeenEvents,
  transaction: Transaction | null = null,
): Promise<AccountState> {
  const { userId, sendsToAll } = account;
  const now = new Date();
  const live = await Meeting.findAll({
    where: {
      userId,
      [Op.or]: [{ endedAt: null }, { endedAt: { [Op.gt]: new Date(now.getTime() - LONG_OVER_MS) } }],
    },
    transaction,
  });
  const waiting = live.filter(isChangeable).map(({ id }) => id);
  const seen = events
    .flatMap(({ id, seriesId }) => (seriesId === null ? [id] : [id, seriesId]))
    .map(eventKeyOf);
  const about = [{ eventKey: seen }, { meetingId: waiting }];
  const found = await EventAssistant.findAll({ where: { userId, [Op.or]: about }, transaction });
  const listed = new Set(seen);
  const rows = found.filter(({ eventKey, eventId }) => listed.has(eventKey) || isAbout(eventId));
  const meetings = await meetingsOf(rows, live, transaction);
  return {
    rows: new Map(rows.map((row) => [row.eventId, row])),
    meetings,
    state: {
      ...{ events, untilMs, sendsToAll },
      records: rows.map((row) => recordOf(row, meetings)),
      otherMeetings: live.filter(({ id }) => !meetings.has(id)).map(knownMeetingOf),
      nowMs: now.getTime(),
    },
  };
}

async function meetingsOf(
  rows: readonly EventAssistant[],
  live: readonly Meeting[],
  transaction: Transaction | null,
): Promise<Map<number, Meeting>> {
  const byId = new Map(live.map((meeting) => [meeting.id, meeting]));
  const ids = rows.flatMap(({ meetingId }) => meetingId ?? []);
  const older = ids.filter((id) => !byId.has(id));
  if (older.length > 0) {
    for (const meeting of await Meeting.findAll({ where: { id: older }, transaction })) {
      byId.set(meeting.id, meeting);
    }
  }
  return new Map(ids.flatMap((id) => (byId.has(id) ? [[id, byId.get(id)!]] : [])));
}

function recordOf(row: EventAssistant, meetings: ReadonlyMap<number, Meeting>): EventRecord {
  const meeting = row.meetingId === null ? undefined : meetings.get(row.meetingId);
  return {
    eventId: row.eventId,
    choice: row.choice,
    sent: row.sent === null ? null : (JSON.parse(row.sent) as SentEvent),
    meeting: meeting ? knownMeetingOf(meeting) : null,
  };
}

function knownMeetingOf(meeting: Meeting): KnownMeeting {
  const { id, room, startsAt, endedAt, guests } = meeting;
  const running = isChangeable(meeting) ? 'waiting' : 'started';
  return {
    ...{ id, room, guests },
    startMs: startsAt.getTime(),
    state: endedAt ? 'ended' : running,
    endedMs: endedAt?.getTime() ?? null,
  };
}
