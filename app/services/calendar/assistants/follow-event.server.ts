import type { Transaction } from 'sequelize';
import { log } from '@/app/config/log.server';
import { WINDOW_AHEAD_MS } from '@/app/domain/calendar/assistant';
import type { CalendarEvent } from '@/app/domain/calendar/event';
import { AppError } from '@/app/domain/errors';
import { CalendarLink } from '@/models/calendar-link.server';
import { inTransaction } from '@/models/database.server';
import type { User } from '@/models/user.server';
import { lockOwner } from '../../meeting/lock-owner.server';
import { type Arranged, arrangeAssistants } from './arrange-assistants.server';
import type { SeenEvents } from './read-state.server';
import { syncAssistants } from './sync-assistants.server';

/**
 * Takes the assistant along to what an account wrote of an event, without waiting for the next synchronization. Never
 * fails on account of the calendar: the next synchronization sees the same.
 */
export async function followEvent(userId: number, event: CalendarEvent): Promise<void> {
  const isSeries = event.recurrence.length > 0;
  if (isSeries) return followCalendar(userId);
  await inTransaction(async (transaction) => {
    await arrangeEvent(await lockOwner(userId, transaction), event, transaction);
  });
}

/** Like followEvent, for an event or a series that the account deleted. */
export async function followDeletedEvent(userId: number, eventId: string): Promise<void> {
  const isAbout = (id: string) => id === eventId || id.startsWith(`${eventId}_`);
  const seen = { events: [], untilMs: Number.POSITIVE_INFINITY, isAbout };
  await inTransaction(async (transaction) => {
    await arrangeSeen(await lockOwner(userId, transaction), seen, transaction);
  });
}

/** Arranges the assistant of one event. Null without a linked calendar. The owner's row must be locked. */
export function arrangeEvent(
  owner: User,
  event: CalendarEvent,
  transaction: Transaction,
): Promise<Arranged | null> {
  const seen = { events: [event], untilMs: Date.now() + WINDOW_AHEAD_MS, isAbout: () => false };
  return arrangeSeen(owner, seen, transaction);
}

async function arrangeSeen(
  owner: User,
  seen: SeenEvents,
  transaction: Transaction,
): Promise<Arranged | null> {
  const lock = transaction.LOCK.UPDATE;
  const link = await CalendarLink.findOne({ where: { userId: owner.id }, lock, transaction });
  if (!link) return null;
  const { sendsToAll, syncStartedAt } = link;
  const arranged = await arrangeAssistants({ owner, sendsToAll }, seen, transaction);
  // A synchronization under way may have seen less than this; one that has ended, more.
  const startedAt = new Date(Math.max(Date.now(), (syncStartedAt?.getTime() ?? 0) + 1));
  await link.update({ syncStartedAt: startedAt, syncedAt: null }, { transaction });
  return arranged;
}

/** Brings all assistants into agreement with the calendar, now or with the next run of the job. */
export async function followCalendar(userId: number): Promise<void> {
  try {
    await CalendarLink.update({ syncedAt: null }, { where: { userId } });
    await syncAssistants(userId);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.info({ userId, code: error.code }, 'the assistants of a calendar are arranged later');
  }
}
