import type { InterfaceLanguage } from '@/app/i18n/languages';
import { User } from '@/models/user.server';
import { withIdempotencyKey } from '../platform/idempotency/with-idempotency-key.server';
import type { Profile } from './read-profile.server';

export async function updateProfile(update: {
  userId: number;
  submissionId: string;
  profile: Profile & { language: InterfaceLanguage };
}): Promise<void> {
  const { userId, submissionId, profile } = update;
  await withIdempotencyKey(`user:${userId}`, submissionId, async (transaction) => {
    await User.update(profile, { where: { id: userId }, transaction });
    return null;
  });
}

export async function chooseLanguage(userId: number, language: InterfaceLanguage): Promise<void> {
  await User.update({ language }, { where: { id: userId } });
}
