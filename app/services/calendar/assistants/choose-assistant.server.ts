import type { Transaction } from 'sequelize';
import type { Choice, Outcome } from '@/app/domain/calendar/assistant';
import { AppError, type AppErrorCode } from '@/app/domain/errors';
import { EventAssistant } from '@/models/event-assistant.server';
import { lockOwner } from '../../meeting/lock-owner.server';
import { requireTerms } from '../../meeting/require-terms.server';
import { withIdempotencyKey } from '../../platform/idempotency/with-idempotency-key.server';
import { readLiveEvent } from '../events/read-event.server';
import { withCalendar } from '../with-calendar.server';
import { eventKeyOf } from './event-key.server';
import { arrangeEvent, followCalendar } from './follow-event.server';

export interface ChosenAssistant {
  userId: number;
  submissionId: string;
  eventId: string;
  /** Null to follow the account's setting. */
  choice: Choice | null;
  /** The word holds for the event's whole series. */
  isForSeries?: boolean;
  acceptsTerms: boolean;
}

/** What became of the event, and why no assistant was sent although one is wanted. */
export interface EventOutcome {
  outcome: Outcome;
  refusal: AppErrorCode | null;
}

/**
 * Keeps an account's word on one event of its calendar, or on its series, and sends or cancels the assistant at once.
 * @throws AppError 'calendar.not-linked', 'calendar.event-gone', 'meeting.terms-required'; those of withCalendar
 */
export async function chooseAssistant(chosen: ChosenAssistant): Promise<EventOutcome> {
  const { userId, submissionId, eventId, choice, acceptsTerms, isForSeries } = chosen;
  const event = await withCalendar(userId, (calendar) => readLiveEvent(calendar, eventId));
  // A series is no event.
  if (event.recurrence.length > 0) throw new AppError('form.malformed');
  const seriesId = isForSeries ? event.seriesId : null;
  const outcome = await withIdempotencyKey(`assistant:${userId}`, submissionId, async (transaction) => {
    const owner = await lockOwner(userId, transaction);
    if (choice === 'send') await requireTerms(owner, acceptsTerms, transaction);
    if (seriesId !== null) await keepChoice(userId, { eventId: seriesId, choice }, transaction);
    await keepChoice(userId, { eventId: event.id, choice: seriesId === null ? choice : null }, transaction);
    const arranged = await arrangeEvent(owner, event, transaction);
    if (!arranged) throw new AppError('calendar.not-linked');
    return {
      outcome: arranged.outcomes.get(event.id)!,
      refusal: arranged.refusals.get(event.id) ?? null,
    };
  });
  if (seriesId !== null) await followCalendar(userId);
  return outcome;
}

/** An assistant that was removed by hand may be sent again from now on. */
async function keepChoice(
  userId: number,
  { eventId, choice }: { eventId: string; choice: Choice | null },
  transaction: Transaction,
): Promise<void> {
  const eventKey = eventKeyOf(eventId);
  const row = await EventAssistant.findOne({ where: { userId, eventKey }, transaction });
  if (!row) {
    if (choice) await EventAssistant.create({ userId, eventKey, eventId, choice }, { transaction });
    return;
  }
  if (choice === null && row.meetingId === null) return row.destroy({ transaction });
  await row.update({ choice, ...(row.meetingId === null && { sent: null }) }, { transaction });
}
