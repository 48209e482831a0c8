import { withIdempotencyKey } from '../platform/idempotency/with-idempotency-key.server';
import { lockOwner } from './lock-owner.server';

/** Remembers that an account accepted the terms of the assistant; the first time counts. */
export async function acceptMeetingTerms(form: { userId: number; submissionId: string }): Promise<void> {
  const { userId, submissionId } = form;
  await withIdempotencyKey(`meeting-terms:${userId}`, submissionId, async (transaction) => {
    const owner = await lockOwner(userId, transaction);
    const meetingTermsAcceptedAt = owner.meetingTermsAcceptedAt ?? new Date();
    await owner.update({ meetingTermsAcceptedAt }, { transaction });
    return null;
  });
}
