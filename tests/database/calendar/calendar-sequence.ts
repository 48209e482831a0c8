import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { SPENDABLE_ACCOUNTS } from '@/app/domain/billing/wallet/accounts';
import { type Choice, WINDOW_AHEAD_MS } from '@/app/domain/calendar/assistant';
import type { Answer, CalendarEvent } from '@/app/domain/calendar/event';
import { AppError } from '@/app/domain/errors';
import { meetingSubject } from '@/app/domain/jobs';
import { EARLY_START_MS, MIN_GAP_MS } from '@/app/domain/meeting/limits';
import { chooseAssistant } from '@/app/services/calendar/assistants/choose-assistant.server';
import { followDeletedEvent, followEvent } from '@/app/services/calendar/assistants/follow-event.server';
import { saveSendsToAll } from '@/app/services/calendar/assistants/save-sends-to-all.server';
import { syncAllAssistants } from '@/app/services/calendar/assistants/sync-all-assistants.server';
import { syncAssistants } from '@/app/services/calendar/assistants/sync-assistants.server';
import { changeEvent } from '@/app/services/calendar/events/change-event.server';
import { createEvent } from '@/app/services/calendar/events/create-event.server';
import { deleteEvent } from '@/app/services/calendar/events/delete-event.server';
import { eventIdOf } from '@/app/services/calendar/events/event-id.server';
import { listEvents } from '@/app/services/calendar/events/list-events.server';
import { readEventInSeries } from '@/app/services/calendar/events/read-event.server';
import { cancelMeeting } from '@/app/services/meeting/cancel-meeting.server';
import { CalendarLink } from '@/models/calendar-link.server';
import { database } from '@/models/database.server';
import { EventAssistant } from '@/models/event-assistant.server';
import { Job } from '@/models/job.server';
import { Meeting } from '@/models/meeting.server';
import { WalletAccount } from '@/models/wallet-account.server';
import { makeMeeting } from '@/tests/factories/meeting';
import type { Random } from '@/tests/soak/random';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const QUARTER_MS = 15 * MINUTE_MS;
const ROOMS = ['abc-defg-hij', 'klm-nopq-rst', 'uvw-xyza-bcd'];
const ANSWERS: Answer[] = ['accepted', 'accepted', 'accepted', 'declined', 'tentative', 'needsAction'];
const MAX_ATTEMPTS = 4;
/** Statements of a synchronization before one of which it crashes. */
const MAX_STATEMENTS = 40;

/** What somebody else makes of an event. */
export interface TheirEvent {
  title: string;
  startMs: number;
  endMs: number;
  /** The code of its video conference; null for none. */
  room: string | null;
  /** Of the account. */
  answer: Answer;
}

/** What others do in an account's calendar, and what becomes of our requests. */
export interface TheirSide {
  userId: number;
  create(event: TheirEvent): Promise<string>;
  /** A series of as many days. */
  createSeries(event: TheirEvent, days: number): Promise<string>;
  /** An event or an occurrence. */
  change(id: string, change: Partial<TheirEvent>): Promise<void>;
  makeAllDay(id: string): Promise<void>;
  cancel(id: string): Promise<void>;
  /** The next question for changes has to begin anew. */
  forgetTokens(): void;
  /** The next request fails, or is carried out without an answer. */
  disturb(how: 'fail' | 'lose-answer'): void;
  calm(): void;
  /** What the calendar has in a period, without cancelled ones. */
  list(fromMs: number, toMs: number): Promise<CalendarEvent[]>;
}

/** Plays random changes on both sides of an account's calendar, and asserts in the end that the sides agree. */
export async function playCalendar(random: Random, side: TheirSide, length: number): Promise<void> {
  const play = new Play(random, side);
  for (let step = 0; step < length; step += 1) await play.step();
  await play.assertOutcome();
}

class Play {
  readonly #random: Random;
  readonly #side: TheirSide;
  readonly #ids = new Set<string>();
  /** What the user said of events; 'skip' too for those whose assistant was cancelled by hand. */
  readonly #choices = new Map<string, Choice>();
  readonly #byHand = new Set<number>();
  readonly #begun = new Map<number, string>();
  #steps: string[] = [];
  #count = 0;

  constructor(random: Random, side: TheirSide) {
    this.#random = random;
    this.#side = side;
  }

  async step(): Promise<void> {
    const [name, act] = this.#random.pick(this.#acts);
    this.#steps.push(name);
    await act();
  }

  get #acts(): [name: string, act: () => Promise<void>][] {
    const side = this.#side;
    const change = (values: () => Partial<TheirEvent>) => async () => {
      const event = await this.#anyEvent();
      if (event) await side.change(event.id, values());
    };
    const acts: Record<string, [weight: number, act: () => Promise<void>]> = {
      'they create': [6, async () => void this.#ids.add(await side.create(this.#newEvent()))],
      'they create a series': [
        1,
        async () => void this.#ids.add(await side.createSeries(this.#newEvent(), 1 + this.#random.below(4))),
      ],
      'they move': [4, change(() => this.#anyTime())],
      'they rename': [2, change(() => ({ title: this.#newTitle() }))],
      'they change the room': [2, change(() => ({ room: this.#anyRoom() }))],
      'the account answers': [4, change(() => ({ answer: this.#random.pick(ANSWERS) }))],
      'they make it last all day': [1, () => this.#withEvent(({ id }) => side.makeAllDay(id))],
      'they cancel': [3, () => this.#withEvent(({ id }) => side.cancel(id))],
      'we create': [4, () => this.#create()],
      'we change': [5, () => this.#change()],
      'we delete': [2, () => this.#delete()],
      'we choose': [4, () => this.#choose()],
      'we switch': [1, () => this.#switch()],
      'we cancel a meeting': [1, () => this.#cancelByHand()],
      'we make a meeting': [1, () => this.#makeByHand()],
      'a meeting begins': [1, () => this.#begin()],
      'we look': [6, () => this.#look()],
      'we look twice at once': [2, async () => void (await Promise.all([this.#look(), this.#look()]))],
      'much at once': [4, () => this.#atOnce()],
      'the minutes run out': [1, () => this.#setMinutes(0)],
      'minutes are bought': [2, () => this.#setMinutes(HOUR_MS)],
      'all look': [1, () => syncAllAssistants()],
      'we crash while we look': [3, () => this.#crash()],
      'the token is forgotten': [1, async () => side.forgetTokens()],
      'a request fails': [2, async () => side.disturb('fail')],
      'an answer is lost': [2, async () => side.disturb('lose-answer')],
    };
    return Object.entries(acts).flatMap(([name, [weight, act]]) =>
      Array.from({ length: weight }, (): [string, () => Promise<void>] => [name, act]),
    );
  }

  async #look(): Promise<void> {
    await this.#quietly(() => syncAssistants(this.#side.userId));
  }

  /** The calendar changes while we look at it. */
  async #atOnce(): Promise<void> {
    const side = this.#side;
    const acts = [
      () => this.#look(),
      () => this.#withEvent(({ id }) => side.change(id, this.#anyTime())),
      () => this.#withEvent(({ id }) => side.change(id, { answer: this.#random.pick(ANSWERS) })),
      () => this.#withEvent(({ id }) => side.cancel(id)),
      () => this.#delete(),
      () => this.#choose(),
    ];
    await Promise.all([this.#look(), this.#random.pick(acts)(), this.#random.pick(acts)()]);
  }

  async #setMinutes(balanceMs: number): Promise<void> {
    const { userId } = this.#side;
    await WalletAccount.update({ balanceMs }, { where: { userId, kind: [...SPENDABLE_ACCOUNTS] } });
  }

  #newTitle(): string {
    this.#count += 1;
    return `Pauta ${this.#count}`;
  }

  #anyTime(): { startMs: number; endMs: number } {
    const quarters = 4 + this.#random.below(40);
    // The last is beyond the window.
    const days = this.#random.pick([0, 0, 1, 2, 4, 5, 8]);
    const startMs = Math.ceil(Date.now() / QUARTER_MS + quarters + days * 96) * QUARTER_MS;
    return { startMs, endMs: startMs + this.#random.pick([0, 15, 30, 60, 120]) * MINUTE_MS };
  }

  #anyRoom(): string | null {
    return this.#random.below(6) === 0 ? null : this.#random.pick(ROOMS);
  }

  #newEvent(): TheirEvent {
    const answer = this.#random.pick(ANSWERS);
    return { title: this.#newTitle(), ...this.#anyTime(), room: this.#anyRoom(), answer };
  }

  async #anyEvent(): Promise<CalendarEvent | undefined> {
    const events = await this.#theirs();
    return events.length > 0 ? this.#random.pick(events) : undefined;
  }

  #theirs(): Promise<CalendarEvent[]> {
    const now = Date.now();
    return this.#side.list(now, now + 2 * WINDOW_AHEAD_MS);
  }

  async #withEvent(act: (event: CalendarEvent) => Promise<unknown>): Promise<void> {
    const event = await this.#anyEvent();
    if (event) await act(event);
  }

  /** What a user sees as a message. */
  async #quietly<T>(work: () => Promise<T>): Promise<T | AppError> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return error;
    }
  }

  /** A form is sent again, as it is, while the calendar does not answer. */
  async #persist<T>(work: () => Promise<T>): Promise<T | AppError> {
    for (let attempt = 1; ; attempt += 1) {
      const result = await this.#quietly(work);
      if (!(result instanceof AppError) || result.status !== 503 || attempt === MAX_ATTEMPTS) return result;
    }
  }

  async #create(): Promise<void> {
    const { userId } = this.#side;
    const submissionId = randomUUID();
    const id = eventIdOf(userId, submissionId);
    const time = { isAllDay: false, ...this.#anyTime(), timeZone: 'America/Sao_Paulo' } as const;
    const event = { title: this.#newTitle(), time, location: '', description: '', guests: [] };
    const addsMeet = this.#random.below(2) === 0;
    this.#ids.add(id);
    const made = await this.#persist(() => createEvent({ userId, submissionId, event, addsMeet }));
    if (!(made instanceof AppError)) await followEvent(userId, made);
  }

  async #change(): Promise<void> {
    const { userId } = this.#side;
    const seen = await this.#anyEvent();
    const read = seen && (await this.#persist(() => readEventInSeries(userId, seen.id)));
    if (!read || read instanceof AppError) return;
    const { event } = read;
    const isOvertaken = this.#random.below(4) === 0;
    const theirTitle = this.#newTitle();
    if (isOvertaken) await this.#side.change(event.id, { title: theirTitle });
    const time = { isAllDay: false, ...this.#anyTime(), timeZone: 'America/Sao_Paulo' } as const;
    const change = this.#random.pick([{ title: this.#newTitle() }, { time }]);
    const edit = { userId, eventId: event.id, version: event.etag, change, scope: 'one' as const };
    const changed = await this.#persist(() => changeEvent(edit));
    if (isOvertaken) {
      const now = (await this.#theirs()).find(({ id }) => id === event.id);
      assert.equal(now?.title, theirTitle, 'what others wrote is not overwritten');
    }
    if (!(changed instanceof AppError)) await followEvent(userId, changed);
  }

  async #delete(): Promise<void> {
    const { userId } = this.#side;
    const seen = await this.#anyEvent();
    const read = seen && (await this.#persist(() => readEventInSeries(userId, seen.id)));
    if (!read || read instanceof AppError) return;
    const { event } = read;
    const form = { userId, eventId: event.id, version: event.etag, scope: 'one' as const };
    const deleted = await this.#persist(() => deleteEvent(form));
    if (!(deleted instanceof AppError)) await followDeletedEvent(userId, deleted);
  }

  async #choose(): Promise<void> {
    const { userId } = this.#side;
    const event = await this.#anyEvent();
    if (!event) return;
    const choice = this.#random.pick(['send', 'skip', null] as const);
    const isForSeries = event.seriesId !== null && this.#random.below(2) === 0;
    const about = { eventId: event.id, choice, isForSeries };
    const form = { userId, submissionId: randomUUID(), ...about, acceptsTerms: false };
    const chosen = await this.#persist(() => chooseAssistant(form));
    if (chosen instanceof AppError) return;
    const id = isForSeries ? event.seriesId! : event.id;
    this.#choices.delete(event.id);
    if (choice) this.#choices.set(id, choice);
    else this.#choices.delete(id);
  }

  async #switch(): Promise<void> {
    const sendsToAll = this.#random.below(3) > 0;
    const form = { userId: this.#side.userId, submissionId: randomUUID(), sendsToAll, acceptsTerms: false };
    await saveSendsToAll(form);
  }

  #meetings(): Promise<Meeting[]> {
    return Meeting.findAll({ where: { userId: this.#side.userId }, order: ['id'] });
  }

  async #waitingMeeting(): Promise<{ meeting: Meeting; eventId: string } | undefined> {
    const rows = await EventAssistant.findAll({ where: { userId: this.#side.userId }, order: ['id'] });
    const byMeeting = new Map(rows.map((row) => [row.meetingId, row.eventId]));
    const waiting = (await this.#meetings()).filter(
      ({ id, status }) => status === 'waiting' && byMeeting.has(id),
    );
    if (waiting.length === 0) return undefined;
    const meeting = this.#random.pick(waiting);
    return { meeting, eventId: byMeeting.get(meeting.id)! };
  }

  async #cancelByHand(): Promise<void> {
    const found = await this.#waitingMeeting();
    if (!found) return;
    const { userId, publicId } = found.meeting;
    await cancelMeeting({ userId, publicId, submissionId: randomUUID() });
    this.#choices.set(found.eventId, 'skip');
  }

  async #makeByHand(): Promise<void> {
    const room = this.#random.pick(ROOMS);
    const startsAt = new Date(this.#anyTime().startMs);
    const isTaken = (await this.#meetings()).some(
      (meeting) => meeting.room === room && Math.abs(+meeting.startsAt - +startsAt) < MIN_GAP_MS,
    );
    if (isTaken) return;
    const { id } = await makeMeeting(this.#side.userId, { room, startsAt, title: 'À mão' });
    this.#byHand.add(id);
  }

  async #begin(): Promise<void> {
    const found = await this.#waitingMeeting();
    if (!found) return;
    const { meeting, eventId } = found;
    await meeting.update({ status: 'running', phase: 'recording' });
    await Job.destroy({ where: { subject: meetingSubject(meeting.id) } });
    this.#begun.set(meeting.id, `${eventId}: ${placeOf(meeting)}`);
  }

  /** The process dies before a random statement, and what it had not committed is lost. */
  async #crash(): Promise<void> {
    const sequelize = database();
    const query = sequelize.query;
    let left = this.#random.below(MAX_STATEMENTS);
    sequelize.query = ((...statement: Parameters<typeof query>) => {
      left -= 1;
      const isEnd = /^(COMMIT|ROLLBACK)/.test(String(statement[0]));
      if (left < 0 && statement[1]?.transaction && !isEnd) throw new Crash();
      return query.apply(sequelize, statement);
    }) as typeof query;
    try {
      await this.#quietly(() => syncAssistants(this.#side.userId));
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
    } finally {
      sequelize.query = query;
    }
  }

  async assertOutcome(): Promise<void> {
    const { userId } = this.#side;
    this.#side.calm();
    await this.#setMinutes(HOUR_MS);
    await syncAssistants(userId);
    await syncAssistants(userId);
    try {
      await this.#assertSidesEqual();
      await this.#assertAssistants();
    } catch (error) {
      (error as Error).message += `\nafter: ${this.#steps.join(', ')}`;
      throw error;
    }
  }

  async #assertSidesEqual(): Promise<void> {
    const now = Date.now();
    const period = { fromMs: now, toMs: now + 2 * WINDOW_AHEAD_MS };
    const ours = await listEvents(this.#side.userId, period);
    const theirs = await this.#side.list(period.fromMs, period.toMs);
    assert.deepEqual(ours.events.map(factsOf).sort(), theirs.map(factsOf).sort(), 'both sides');
    for (const { id, seriesId } of theirs) assert.ok(this.#ids.has(seriesId ?? id), 'no event is doubled');
  }

  async #assertAssistants(): Promise<void> {
    const { userId } = this.#side;
    const { sendsToAll } = await CalendarLink.findOne({ where: { userId }, rejectOnEmpty: true });
    const events = new Map((await this.#theirs()).map((event) => [event.id, event]));
    const meetings = await this.#meetings();
    const rows = await EventAssistant.findAll({ where: { userId } });
    const eventOf = new Map(rows.map((row) => [row.meetingId, row.eventId]));
    for (const meeting of meetings) {
      if (this.#byHand.has(meeting.id)) continue;
      const eventId = eventOf.get(meeting.id);
      assert.ok(eventId, 'a meeting of the calendar belongs to an event');
      if (this.#begun.has(meeting.id)) {
        assert.equal(
          `${eventId}: ${placeOf(meeting)}`,
          this.#begun.get(meeting.id),
          'what has begun is not touched',
        );
        continue;
      }
      const event = events.get(eventId);
      assert.ok(event && this.#isWanted(event, sendsToAll), `an assistant goes to ${event?.title}`);
      assert.equal(placeOf(meeting), placeOfEvent(event));
      assert.equal(meeting.title, event.title);
      assertAlone(meeting, meetings);
      const jobs = await Job.findAll({ where: { subject: meetingSubject(meeting.id), status: 'waiting' } });
      assert.deepEqual(
        jobs.map(({ runAt }) => runAt.getTime()),
        [meeting.startsAt.getTime() - EARLY_START_MS],
        'one job for a meeting',
      );
    }
    const begun = new Set([...this.#begun.keys()].map((id) => eventOf.get(id)));
    const missed = [...events.values()].filter(
      (event) =>
        this.#isWanted(event, sendsToAll) &&
        !begun.has(event.id) &&
        !meetings.some(({ id }) => eventOf.get(id) === event.id) &&
        !meetings.some((meeting) => isNear(meeting, event, events.get(eventOf.get(meeting.id) ?? ''))),
    );
    assert.deepEqual(missed.map(factsOf), [], 'every wanted event has an assistant');
  }

  #isWanted(event: CalendarEvent, sendsToAll: boolean): boolean {
    if (event.isCancelled || event.time.isAllDay || event.meet?.state !== 'ready') return false;
    if (event.time.startMs >= Date.now() + WINDOW_AHEAD_MS - MINUTE_MS) return false;
    const choice = this.#choices.get(event.id) ?? this.#choices.get(event.seriesId ?? '');
    return choice === 'send' || (choice === undefined && sendsToAll && event.answer === 'accepted');
  }
}

class Crash extends Error {}

const placeOf = ({ room, startsAt }: Meeting) => `${room} at ${startsAt.toISOString()}`;

const placeOfEvent = ({ meet, time }: CalendarEvent) =>
  meet?.state === 'ready' && !time.isAllDay ? `${meet.room} at ${new Date(time.startMs).toISOString()}` : '';

const factsOf = ({ id, title, time, meet, answer }: CalendarEvent) =>
  JSON.stringify([id, title, time, meet, answer]);

/** One assistant to a room and time. */
function assertAlone(meeting: Meeting, meetings: readonly Meeting[]): void {
  const near = meetings.filter(
    ({ id, room, startsAt }) =>
      id !== meeting.id && room === meeting.room && Math.abs(+startsAt - +meeting.startsAt) < MIN_GAP_MS,
  );
  assert.deepEqual(near.map(placeOf), [], 'one assistant to a room and time');
}

/** Whether a meeting is reason enough to send no other assistant to an event. */
function isNear(meeting: Meeting, event: CalendarEvent, itsEvent: CalendarEvent | undefined): boolean {
  if (event.time.isAllDay || event.meet?.state !== 'ready' || meeting.room !== event.meet.room) return false;
  const startMs = meeting.startsAt.getTime();
  const endMs = itsEvent && !itsEvent.time.isAllDay ? itsEvent.time.endMs : startMs + 1;
  const { time } = event;
  return (
    Math.abs(startMs - time.startMs) < MIN_GAP_MS ||
    (startMs < time.endMs && time.startMs < Math.max(endMs, startMs + 1))
  );
}
