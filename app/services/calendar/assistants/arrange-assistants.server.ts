import type { Transaction } from 'sequelize';
import { log } from '@/app/config/log.server';
import {
  type AssistantPlan,
  meetingGuestsOf,
  meetingTitleOf,
  type Outcome,
  planAssistants,
  type SentEvent,
  sentEventOf,
  type TimedEvent,
} from '@/app/domain/calendar/assistant';
import { AppError, type AppErrorCode } from '@/app/domain/errors';
import { toInterfaceLanguage } from '@/app/domain/format/language';
import { isChangeable } from '@/app/domain/meeting/status';
import { translator } from '@/app/i18n/texts.server';
import { EventAssistant } from '@/models/event-assistant.server';
import type { Meeting } from '@/models/meeting.server';
import type { User } from '@/models/user.server';
import { changeMeeting } from '../../meeting/change-meeting.server';
import { insertMeeting } from '../../meeting/insert-meeting.server';
import { removeMeeting } from '../../meeting/remove-meeting.server';
import { eventKeyOf } from './event-key.server';
import { findRefusal } from './find-refusal.server';
import { readState, type SeenEvents } from './read-state.server';

/** Two assistants of one room may be moved to where the other was. */
const MAX_ROUNDS = 3;

export interface Arranged {
  /** By event, as far as it is up to the calendar. */
  outcomes: Map<string, Outcome>;
  /** Why an assistant that is wanted was not sent, by event. */
  refusals: Map<string, AppErrorCode>;
}

/**
 * Makes, moves and cancels the meetings of an account until they agree with what was seen of its calendar. The owner's
 * row must be locked. A meeting that cannot be made or moved does not stop the others.
 */
export async function arrangeAssistants(
  account: { owner: User; sendsToAll: boolean },
  seen: SeenEvents,
  transaction: Transaction,
): Promise<Arranged> {
  const { owner, sendsToAll } = account;
  for (let round = 1; ; round += 1) {
    const { state, rows, meetings } = await readState({ userId: owner.id, sendsToAll }, seen, transaction);
    const plan = planAssistants(state);
    const isLast = round === MAX_ROUNDS;
    const work = new Arrangement({ owner, rows, meetings, transaction, isLast });
    await work.carryOut(plan);
    if (isLast || work.refusals.size === 0 || plan.change.length === 0) {
      return { outcomes: plan.outcomes, refusals: work.refusals };
    }
  }
}

interface Scene {
  owner: User;
  rows: Map<string, EventAssistant>;
  meetings: Map<number, Meeting>;
  transaction: Transaction;
  /** What cannot be moved now is cancelled. */
  isLast: boolean;
}

/** One round. */
class Arrangement {
  readonly refusals = new Map<string, AppErrorCode>();
  readonly #scene: Scene;

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  async carryOut({ skip, cancel, change, create }: AssistantPlan): Promise<void> {
    const { owner, rows, transaction } = this.#scene;
    for (const id of skip) await rows.get(id)!.update({ choice: 'skip', sent: null }, { transaction });
    for (const { eventId } of cancel) await this.#cancel(eventId);
    for (const { event, move } of change) await this.#attempt(event, () => this.#change(event, move));
    if (create.length === 0) return;
    const refusal = await findRefusal(owner, transaction);
    for (const { event, startMs } of create) {
      if (refusal) this.refusals.set(event.event.id, refusal);
      else await this.#attempt(event, () => this.#create(event, startMs));
    }
  }

  async #attempt({ event }: TimedEvent, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.refusals.set(event.id, error.code);
      if (this.#scene.isLast) await this.#cancel(event.id);
    }
  }

  /** The meeting of an event, locked; undefined when its assistant has started since, or there is none. */
  async #waitingMeeting(eventId: string): Promise<Meeting | undefined> {
    const { rows, meetings, transaction } = this.#scene;
    const meeting = meetings.get(rows.get(eventId)?.meetingId ?? 0);
    const lock = transaction.LOCK.UPDATE;
    await meeting?.reload({ lock, transaction });
    return meeting && isChangeable(meeting) ? meeting : undefined;
  }

  async #cancel(eventId: string): Promise<void> {
    const { rows, transaction } = this.#scene;
    const meeting = await this.#waitingMeeting(eventId);
    if (!meeting) return;
    await removeMeeting(meeting, transaction);
    log.info({ meetingId: meeting.id }, 'the calendar cancelled an assistant');
    const row = rows.get(eventId)!;
    if (row.choice === null) await row.destroy({ transaction });
    else await row.update({ meetingId: null, sent: null }, { transaction });
  }

  async #change(timed: TimedEvent, move: { startMs: number; room: string } | null): Promise<void> {
    const { rows, transaction } = this.#scene;
    const meeting = await this.#waitingMeeting(timed.event.id);
    if (!meeting) return;
    const row = rows.get(timed.event.id)!;
    const before = JSON.parse(row.sent!) as SentEvent;
    const said = sentEventOf(timed);
    const values = {
      guests: guestsTextOf(timed),
      ...(before.title !== said.title && { title: this.#titleOf(timed) }),
    };
    if (move) {
      const place = { room: move.room, startsAt: new Date(move.startMs) };
      await changeMeeting(meeting, { ...values, ...place }, transaction);
    } else await meeting.update(values, { transaction });
    await row.update({ sent: JSON.stringify(said) }, { transaction });
  }

  async #create(timed: TimedEvent, startMs: number): Promise<void> {
    const { owner, rows, transaction } = this.#scene;
    const { id: eventId } = timed.event;
    const meeting = await insertMeeting(
      {
        ...{ userId: owner.id, room: timed.room, type: 'scheduled', startsAt: new Date(startMs) },
        ...{ title: this.#titleOf(timed), guests: guestsTextOf(timed) },
        ...{ language: toInterfaceLanguage(owner.language ?? ''), botName: null, maxWaitSeconds: null },
      },
      transaction,
    );
    const values = { meetingId: meeting.id, sent: JSON.stringify(sentEventOf(timed)) };
    const row = rows.get(eventId);
    if (row) await row.update(values, { transaction });
    else {
      const key = { userId: owner.id, eventKey: eventKeyOf(eventId), eventId };
      await EventAssistant.create({ ...key, ...values }, { transaction });
    }
  }

  #titleOf({ event }: TimedEvent): string {
    const language = toInterfaceLanguage(this.#scene.owner.language ?? '');
    return meetingTitleOf(event) || translator(language, 'calendar')('event.untitled');
  }
}

const guestsTextOf = ({ event }: TimedEvent): string => JSON.stringify(meetingGuestsOf(event));
