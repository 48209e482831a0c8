import { CalendarLink } from '@/models/calendar-link.server';
import { lockOwner } from '../../meeting/lock-owner.server';
import { withIdempotencyKey } from '../../platform/idempotency/with-idempotency-key.server';
import { enqueue } from '../../platform/jobs/enqueue.server';
import { endLink } from './end-link.server';

/** Forgets an account's calendar; a job ends the access at the service. Does nothing when none is linked. */
export async function unlinkCalendar(form: { userId: number; submissionId: string }): Promise<void> {
  const { userId, submissionId } = form;
  await withIdempotencyKey(`calendar-unlink:${userId}`, submissionId, async (transaction) => {
    await lockOwner(userId, transaction);
    const link = await CalendarLink.findOne({ where: { userId }, transaction });
    if (!link) return null;
    const { name, sealedTokens } = link;
    await endLink(link, transaction);
    await enqueue('revoke-calendar', { userId, name, sealedTokens }, { transaction });
    return null;
  });
}
