import { WINDOW_AHEAD_MS, WINDOW_BEFORE_MS } from '@/app/domain/calendar/assistant';
import type { CalendarEvent } from '@/app/domain/calendar/event';
import type { Calendar } from '@/app/integrations/calendar/port';
import { CalendarLink } from '@/models/calendar-link.server';
import { inTransaction } from '@/models/database.server';
import { User } from '@/models/user.server';
import { lockOwner } from '../../meeting/lock-owner.server';
import { withCalendar } from '../with-calendar.server';
import { arrangeAssistants } from './arrange-assistants.server';
import { claimSync } from './claim-sync.server';
import type { SeenEvents } from './read-state.server';

/** The events are listed at least this often: some come into the window although nothing changes. */
const LIST_EVERY_MS = 3_600_000;

/** Longest token that the table holds; a longer one is forgotten. */
const MAX_TOKEN_LENGTH = 1024;

/** Concurrent forms of one account. */
const MAX_CLAIMS = 5;

/**
 * Brings the assistants of an account into agreement with its calendar now. Does nothing without a linked calendar.
 * @throws AppError those of withCalendar
 */
export async function syncAssistants(userId: number): Promise<void> {
  for (let attempt = 0; attempt < MAX_CLAIMS; attempt += 1) {
    const link = await CalendarLink.findOne({ where: { userId } });
    if (!link) return;
    const startedAt = await claimSync(link);
    if (startedAt) return syncClaimed(link, startedAt);
  }
}

/**
 * A synchronization that `claimSync` began. What it saw counts only if no other has begun since, which sees more.
 * @throws AppError those of withCalendar
 */
export async function syncClaimed(link: CalendarLink, startedAt: Date): Promise<void> {
  const { userId } = link;
  const look = await lookAtCalendar(link, startedAt);
  const own = { id: link.id, syncStartedAt: startedAt };
  if (!look.seen) {
    await CalendarLink.update({ syncToken: look.token }, { where: own });
    return;
  }
  const { seen, token } = look;
  await inTransaction(async (transaction) => {
    const owner = await lockOwner(userId, transaction);
    const lock = transaction.LOCK.UPDATE;
    const current = await CalendarLink.findOne({ where: own, lock, transaction });
    if (!current) return;
    const sendsToAll = current.sendsToAll && hasCalendar(owner);
    const { refusals } = await arrangeAssistants({ owner, sendsToAll }, seen, transaction);
    await current.update(
      { syncToken: token, syncedAt: refusals.size === 0 ? startedAt : null },
      { transaction },
    );
  });
}

interface Look {
  token: string | null;
  /** Null when nothing has changed since the last time. */
  seen: SeenEvents | null;
}

async function lookAtCalendar(link: CalendarLink, now: Date): Promise<Look> {
  const { userId, syncToken, syncedAt } = link;
  const owner = await User.findByPk(userId, { attributes: ['consumptionRule'], rejectOnEmpty: true });
  // Without a subscription, nothing of the calendar sends assistants.
  if (!hasCalendar(owner)) return { token: null, seen: { events: [], untilMs: Number.POSITIVE_INFINITY } };
  const isDue = !syncedAt || now.getTime() - syncedAt.getTime() >= LIST_EVERY_MS;
  return withCalendar(userId, async (calendar) => {
    // Before the list, so that what changes in between is asked for again.
    const changes =
      syncToken || isDue ? await calendar.findChanges(syncToken) : { changedIds: [], token: null };
    const token = changes.token && changes.token.length <= MAX_TOKEN_LENGTH ? changes.token : null;
    const isSame = !isDue && token !== null && changes.changedIds.length === 0;
    return { token, seen: isSame ? null : await listWindow(calendar, now) };
  });
}

const hasCalendar = ({ consumptionRule }: Pick<User, 'consumptionRule'>): boolean =>
  consumptionRule === 'SUBSCRIPTION';

/** The events that may have an assistant now. */
export async function listWindow(calendar: Calendar, now: Date): Promise<SeenEvents> {
  const fromMs = now.getTime() - WINDOW_BEFORE_MS;
  const toMs = now.getTime() + WINDOW_AHEAD_MS;
  const { events, isPartial } = await calendar.listEvents({ fromMs, toMs, hasGuests: true });
  return { events, untilMs: isPartial ? lastStartMs(events) : toMs };
}

/** Until when a list is whole that ends early. */
function lastStartMs(events: readonly CalendarEvent[]): number {
  const starts = events.map(({ time }) => (time.isAllDay ? 0 : time.startMs));
  return Math.max(0, ...starts);
}
