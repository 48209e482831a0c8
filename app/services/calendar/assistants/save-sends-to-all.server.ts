import { AppError } from '@/app/domain/errors';
import { CalendarLink } from '@/models/calendar-link.server';
import { lockOwner } from '../../meeting/lock-owner.server';
import { requireTerms } from '../../meeting/require-terms.server';
import { withIdempotencyKey } from '../../platform/idempotency/with-idempotency-key.server';
import { followCalendar } from './follow-event.server';

/**
 * Whether the assistant goes to every meeting that the account has accepted; arranged at once, or with the next run of
 * the job when the calendar cannot be reached.
 * @throws AppError 'calendar.not-linked', 'meeting.terms-required'
 */
export async function saveSendsToAll(form: {
  userId: number;
  submissionId: string;
  sendsToAll: boolean;
  acceptsTerms: boolean;
}): Promise<void> {
  const { userId, submissionId, sendsToAll, acceptsTerms } = form;
  await withIdempotencyKey(`assistants:${userId}`, submissionId, async (transaction) => {
    const owner = await lockOwner(userId, transaction);
    if (sendsToAll || acceptsTerms) await requireTerms(owner, acceptsTerms, transaction);
    const where = { userId };
    const [found] = await CalendarLink.update({ sendsToAll, syncedAt: null }, { where, transaction });
    if (found === 0) throw new AppError('calendar.not-linked');
    return null;
  });
  await followCalendar(userId);
}
