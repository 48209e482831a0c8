import { CalendarLink } from '@/models/calendar-link.server';
import { lockOwner } from '../../meeting/lock-owner.server';
import { withIdempotencyKey } from '../../platform/idempotency/with-idempotency-key.server';
import { enqueue } from '../../platform/jobs/enqueue.server';
import { endLink } from './end-link.server';

/** Ends the link to an account's calendar here at once, and at Google by a job. Nothing to do without a link. */
export async function unlinkCalendar(form: { userId: number; submissionId: string }): Promise<void> {
  const { userId, submissionId } = form;
  await withIdempotencyKey(`unlink-calendar:${userId}`, submissionId, async (transaction) => {
    await lockOwner(userId, transaction);
    const lock = transaction.LOCK.UPDATE;
    const link = await CalendarLink.findOne({ where: { userId }, lock, transaction });
    if (!link) return null;
    const { sealedTokens } = link;
    await endLink(link, transaction);
    await enqueue('revoke-calendar', { userId, sealedTokens }, { transaction });
    return null;
  });
}
