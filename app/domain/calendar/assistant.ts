import { toOneLine } from '../format/normalise-unicode';
import { truncateTitle } from '../format/truncate-title';
import { MAX_DELAY_MS, MAX_MEETING_NAME_LENGTH, MIN_GAP_MS } from '../meeting/limits';
import { meetingUrl, readMeetingUrl } from '../meeting/meeting-url';
import type { CalendarEvent } from './event';

const HOUR_MS = 3_600_000;

/** Events that ended this long ago are still looked at. */
export const WINDOW_BEFORE_MS = HOUR_MS;

/** Assistants are arranged this far ahead. */
export const WINDOW_AHEAD_MS = 7 * 24 * HOUR_MS;

/** Guests that a meeting keeps. */
export const MAX_MEETING_GUESTS = 50;

const MAX_EMAIL_LENGTH = 254;
const MAX_GUEST_NAME_LENGTH = 100;

/** A user's word on one event, or on a series; it goes before the account's setting. */
export type Choice = 'send' | 'skip';

/** What the calendar said when an assistant was last sent or changed. */
export interface SentEvent {
  startMs: number;
  room: string;
  title: string;
}

/** A guest of an event, as a candidate for a speaker's name. */
export interface MeetingGuest {
  email: string;
  name: string;
}

export interface KnownMeeting {
  id: number;
  room: string;
  startMs: number;
  /** The calendar may change or cancel it only while it is waiting. */
  state: 'waiting' | 'started' | 'ended';
  /** When it ended; null before. */
  endedMs: number | null;
  /** JSON of MeetingGuest[]; null for a meeting of no calendar. */
  guests: string | null;
}

/** What is known from earlier of an event; of a series, only the user's word. */
export interface EventRecord {
  eventId: string;
  choice: Choice | null;
  /** Null before an assistant was sent. Without a meeting: the user has removed the assistant. */
  sent: SentEvent | null;
  meeting: KnownMeeting | null;
}

export interface CalendarState {
  /** Without those of other accounts. */
  events: readonly CalendarEvent[];
  /** Of what starts before this moment, the calendar has nothing else; what starts later has time. */
  untilMs: number;
  records: readonly EventRecord[];
  /** Meetings of the account that belong to none of the records. */
  otherMeetings: readonly KnownMeeting[];
  sendsToAll: boolean;
  nowMs: number;
}

/** Why no assistant goes to an event. */
export type Hindrance =
  | 'cancelled'
  | 'all-day'
  | 'no-meet'
  /** Google has not made the video conference yet. */
  | 'meet-pending'
  /** The user's word, or an assistant removed by hand. */
  | 'skipped'
  /** The account sends no assistants by itself. */
  | 'off'
  | 'declined'
  | 'unanswered'
  | 'ended'
  /** It began too long ago. */
  | 'late'
  /** Another assistant of the account is in the same room at that time. */
  | 'covered';

/** What becomes of an event: 'planned' before a meeting was made, 'sent' while it waits. */
export type Outcome = Hindrance | 'planned' | 'sent' | 'underway' | 'over';

/** What to do for both sides to agree. */
export interface AssistantPlan {
  create: { event: TimedEvent; startMs: number }[];
  change: { event: TimedEvent; meetingId: number; move: { startMs: number; room: string } | null }[];
  /** Meetings to cancel. */
  cancel: { eventId: string; meetingId: number }[];
  /** Events whose assistant the user has removed by hand. */
  skip: string[];
  /** By event. */
  outcomes: Map<string, Outcome>;
}

/** An event between two moments, with a room. */
export interface TimedEvent {
  event: CalendarEvent;
  startMs: number;
  endMs: number;
  room: string;
}

/** A time during which an assistant is in a room. */
interface Visit {
  room: string;
  startMs: number;
  endMs: number;
  isOver: boolean;
}

/** The word on an event that counts: who removes an assistant by hand does not want another. */
export const choiceOf = ({ choice, sent, meeting }: Omit<EventRecord, 'eventId'>): Choice | null =>
  sent && !meeting ? 'skip' : choice;

/** The word on an event goes before that on its series. */
function wordOn({ id, seriesId }: CalendarEvent, records: Records): Choice | null {
  const own = records.get(id);
  const ofSeries = seriesId === null ? undefined : records.get(seriesId);
  return (own && choiceOf(own)) ?? ofSeries?.choice ?? null;
}

type Records = ReadonlyMap<string, EventRecord>;

/** What an event and the account's word on it say, whatever the time and the other meetings are. */
function wishFor(event: CalendarEvent, choice: Choice | null, sendsToAll: boolean): TimedEvent | Hindrance {
  if (event.isCancelled) return 'cancelled';
  if (event.time.isAllDay) return 'all-day';
  if (!event.meet) return 'no-meet';
  if (event.meet.state === 'pending') return 'meet-pending';
  const read = readMeetingUrl(meetingUrl(event.meet.room));
  if (!('room' in read)) return 'no-meet';
  const { startMs, endMs } = event.time;
  const timed = { event, startMs, endMs, room: read.room };
  if (choice) return choice === 'send' ? timed : 'skipped';
  if (!sendsToAll) return 'off';
  if (event.answer === 'accepted') return timed;
  return event.answer === 'declined' ? 'declined' : 'unanswered';
}

/** The title of the meeting; empty when the event has none. */
export const meetingTitleOf = ({ title }: Pick<CalendarEvent, 'title'>): string =>
  truncateTitle(toOneLine(title), MAX_MEETING_NAME_LENGTH).slice(0, MAX_MEETING_NAME_LENGTH);

/** The guests of an event without the account itself, at most MAX_MEETING_GUESTS; those with a name first. */
export function meetingGuestsOf({ guests }: Pick<CalendarEvent, 'guests'>): MeetingGuest[] {
  const others = guests
    .filter(({ isSelf, email }) => !isSelf && email.length <= MAX_EMAIL_LENGTH)
    .map(({ email, name }) => ({ email, name: truncateTitle(toOneLine(name), MAX_GUEST_NAME_LENGTH) }));
  const named = others.filter(({ name }) => name !== '');
  return [...named, ...others.filter(({ name }) => name === '')].slice(0, MAX_MEETING_GUESTS);
}

/** What is written down of an event when an assistant is sent to it. */
export const sentEventOf = ({ event, startMs, room }: TimedEvent): SentEvent => ({
  ...{ startMs, room },
  title: meetingTitleOf(event),
});

/**
 * Compares the calendar with the meetings that came of it, and says what is to be done. It depends on the present state
 * alone: repeated after its plan was carried out, it plans nothing.
 *
 * - A meeting that has started or ended is never touched. An event whose meeting has ended gets another only when it
 *   was moved since to a time that is still to come.
 * - An event that is moved takes its assistant along, also into another room. What the user changed of a meeting by
 *   hand stays until the calendar changes the same.
 * - In one room, two assistants keep a distance; who was there first stays.
 */
export function planAssistants(state: CalendarState): AssistantPlan {
  const plan: AssistantPlan = { create: [], change: [], cancel: [], skip: [], outcomes: new Map() };
  const records = new Map(state.records.map((record) => [record.eventId, record]));
  const events = new Map(state.events.map((event) => [event.id, event]));
  const visits: Visit[] = [];
  for (const record of records.values()) {
    const event = events.get(record.eventId);
    if (isRemovedByHand(record)) plan.skip.push(record.eventId);
    if (isUntouchable(record.meeting)) visits.push(visitOf(record.meeting, event));
    if (!event && isGone(record, state)) cancel(plan, record);
  }
  const wanted = [...events.values()].flatMap((event) => judge(plan, event, records, state));
  for (const want of wanted.sort(inOrder)) arrange(plan, want, visits, state);
  return plan;
}

const isRemovedByHand = ({ sent, meeting, choice }: EventRecord): boolean =>
  sent !== null && !meeting && choice !== 'skip';

const isUntouchable = (meeting: KnownMeeting | null): meeting is KnownMeeting =>
  meeting !== null && meeting.state !== 'waiting';

/** An event to which an assistant is to go if nothing else is in its way; none of another, whose meeting is cancelled. */
function judge(plan: AssistantPlan, event: CalendarEvent, records: Records, state: CalendarState): Wanted[] {
  const record = records.get(event.id);
  const outcome = outcomeAlone(event, { record: record ?? null, choice: wordOn(event, records) }, state);
  if (typeof outcome !== 'string') return [outcome];
  plan.outcomes.set(event.id, outcome);
  // An assistant that is late at its event is told of in another way.
  const isLate = outcome === 'ended' && record && !isMoved(event, record);
  if (record && !isLate) cancel(plan, record);
  return [];
}

interface Wanted {
  timed: TimedEvent;
  /** The meeting that waits for this event. */
  waiting: { meeting: KnownMeeting; sent: SentEvent } | null;
  /** It stays where it is. */
  isKept: boolean;
}

/** Those that are arranged already come first, and then what begins first. */
function inOrder(one: Wanted, other: Wanted): number {
  const rankOf = ({ waiting, isKept }: Wanted) => (isKept ? 0 : waiting ? 1 : 2);
  return (
    rankOf(one) - rankOf(other) ||
    one.timed.startMs - other.timed.startMs ||
    (one.timed.event.id < other.timed.event.id ? -1 : 1)
  );
}

/** An event that the calendar no longer has, or that was moved out of the window. */
function isGone({ sent, meeting }: EventRecord, { untilMs, nowMs }: CalendarState): boolean {
  if (meeting?.state !== 'waiting') return false;
  // The calendar does not tell of events that are long over, and no assistant starts that late.
  const isLate = meeting.startMs + MAX_DELAY_MS < nowMs;
  return !isLate && (sent?.startMs ?? meeting.startMs) < untilMs;
}

function cancel(plan: AssistantPlan, { eventId, meeting }: EventRecord): void {
  if (meeting?.state === 'waiting') plan.cancel.push({ eventId, meetingId: meeting.id });
}

/** Whether the calendar has another time for an event than when its assistant was sent. */
const isMoved = ({ time }: CalendarEvent, { sent }: Pick<EventRecord, 'sent'>): boolean =>
  time.isAllDay || time.startMs !== sent?.startMs;

function visitOf({ room, startMs, endedMs }: KnownMeeting, event: CalendarEvent | undefined): Visit {
  const eventEndMs = event && !event.time.isAllDay ? event.time.endMs : startMs;
  return { room, startMs, endMs: endedMs ?? Math.max(startMs, eventEndMs), isOver: endedMs !== null };
}

/** What becomes of an event as far as other meetings do not matter. */
function outcomeAlone(
  event: CalendarEvent,
  { record, choice }: { record: EventRecord | null; choice: Choice | null },
  { sendsToAll, nowMs, untilMs }: CalendarState,
): Wanted | Outcome {
  const meeting = record?.meeting ?? null;
  if (meeting?.state === 'started') return 'underway';
  const isAgain = !event.time.isAllDay && event.time.startMs > nowMs && record && isMoved(event, record);
  if (meeting?.state === 'ended' && !isAgain) return 'over';
  const timed = wishFor(event, choice, sendsToAll);
  if (typeof timed === 'string') return timed;
  const { startMs, endMs, room } = timed;
  if (endMs <= nowMs) return 'ended';
  if (startMs >= untilMs) return 'planned';
  if (meeting?.state === 'waiting') {
    const sent = record!.sent!;
    return { timed, waiting: { meeting, sent }, isKept: sent.startMs === startMs && sent.room === room };
  }
  // Who asks for an assistant during an event wants it all the same.
  if (choice !== 'send' && startMs + MAX_DELAY_MS < nowMs) return 'late';
  return { timed, waiting: null, isKept: false };
}

function arrange(plan: AssistantPlan, want: Wanted, visits: Visit[], state: CalendarState): void {
  const { timed, waiting, isKept } = want;
  const { event, room, endMs } = timed;
  const startMs = Math.max(timed.startMs, state.nowMs);
  const place = isKept ? waiting!.meeting : { room, startMs };
  const visit = { room: place.room, startMs: place.startMs, endMs, isOver: false };
  if (visits.some((other) => areTogether(visit, other)) || isCoveredByHand(visit, state)) {
    plan.outcomes.set(event.id, 'covered');
    if (waiting) plan.cancel.push({ eventId: event.id, meetingId: waiting.meeting.id });
    return;
  }
  visits.push(visit);
  plan.outcomes.set(event.id, waiting ? 'sent' : 'planned');
  if (!waiting) {
    plan.create.push({ event: timed, startMs });
    return;
  }
  const { meeting, sent } = waiting;
  const isTold =
    isKept &&
    sent.title === meetingTitleOf(event) &&
    meeting.guests === JSON.stringify(meetingGuestsOf(event));
  const move = isKept ? null : { startMs, room };
  if (!isTold) plan.change.push({ event: timed, meetingId: meeting.id, move });
}

/** Whether the other visit is enough for both. */
const areTogether = (one: Visit, other: Visit): boolean =>
  one.room === other.room &&
  ((!other.isOver && Math.abs(one.startMs - other.startMs) < MIN_GAP_MS) ||
    (one.startMs < other.endMs && other.startMs < one.endMs));

/** Whether the user has sent an assistant to the room of an event, within its time. */
const isCoveredByHand = (visit: Visit, { otherMeetings }: CalendarState): boolean =>
  otherMeetings.some(({ room, state, startMs, endedMs }) => {
    if (room !== visit.room) return false;
    if (startMs >= visit.startMs && startMs < visit.endMs) return true;
    if (state === 'ended') return startMs < visit.endMs && (endedMs ?? startMs) > visit.startMs;
    return Math.abs(startMs - visit.startMs) < MIN_GAP_MS;
  });
