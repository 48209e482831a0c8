import { type InterfaceLanguage, isInterfaceLanguage } from '@/app/i18n/languages';
import { User } from '@/models/user.server';
import { withIdempotencyKey } from '../platform/idempotency/with-idempotency-key.server';

export interface Profile {
  name: string;
  language: InterfaceLanguage | null;
  wantsNotices: boolean;
  /** Days after which the audio of finished transcriptions is deleted; null to keep it. */
  keepAudioDays: number | null;
}

export async function readProfile(userId: number): Promise<Profile> {
  const user = await User.findByPk(userId, { rejectOnEmpty: true });
  const { name, language, wantsNotices, keepAudioDays } = user;
  return { name, language: isInterfaceLanguage(language) ? language : null, wantsNotices, keepAudioDays };
}

export async function readLanguage(userId: number): Promise<InterfaceLanguage | null> {
  const user = await User.findByPk(userId, { attributes: ['language'] });
  return isInterfaceLanguage(user?.language) ? user.language : null;
}

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
