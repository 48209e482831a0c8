import { User } from '@/models/user.server';
import { Voice } from '@/models/voice.server';
import { withIdempotencyKey } from '../platform/idempotency/with-idempotency-key.server';

/** When the account agreed that voices of its recordings are kept; null: it did not, or revoked it. */
export async function readVoiceConsent(userId: number): Promise<Date | null> {
  const user = await User.findByPk(userId, { attributes: ['voicesConsentedAt'], rejectOnEmpty: true });
  return user.voicesConsentedAt;
}

/** Without consent all voices that were kept are deleted in the same commit. */
export async function setVoiceConsent(update: {
  userId: number;
  submissionId: string;
  isGiven: boolean;
}): Promise<void> {
  const { userId, submissionId, isGiven } = update;
  await withIdempotencyKey(`voice-consent:${userId}`, submissionId, async (transaction) => {
    const where = { id: userId, ...(isGiven && { voicesConsentedAt: null }) };
    await User.update({ voicesConsentedAt: isGiven ? new Date() : null }, { where, transaction });
    if (!isGiven) await Voice.destroy({ where: { userId }, transaction });
    return null;
  });
}
