import { type InterfaceLanguage, isInterfaceLanguage } from '@/app/i18n/languages';
import { User } from '@/models/user.server';
import { enqueueCustomerUpdate } from '../billing/payments/update-customer.server';
import { withIdempotencyKey } from '../platform/idempotency/with-idempotency-key.server';
import { pick } from '../platform/pick';

export interface Profile {
  name: string;
  language: InterfaceLanguage | null;
  /** IANA name. */
  timeZone: string;
  wantsNotices: boolean;
  /** Days after which the audio of finished transcriptions is deleted; null to keep it. */
  keepAudioDays: number | null;
}

export async function readProfile(userId: number): Promise<Profile> {
  const user = await User.findByPk(userId, { rejectOnEmpty: true });
  const { language } = user;
  return {
    ...pick(user, 'name', 'timeZone', 'wantsNotices', 'keepAudioDays'),
    language: isInterfaceLanguage(language) ? language : null,
  };
}

export async function readLanguage(userId: number): Promise<InterfaceLanguage | null> {
  const user = await User.findByPk(userId, { attributes: ['language'] });
  return isInterfaceLanguage(user?.language) ? user.language : null;
}

/** A time zone that is not given stays. */
export async function updateProfile(update: {
  userId: number;
  submissionId: string;
  profile: Omit<Profile, 'timeZone'> & { language: InterfaceLanguage; timeZone?: string };
}): Promise<void> {
  const { userId, submissionId, profile } = update;
  await withIdempotencyKey(`user:${userId}`, submissionId, async (transaction) => {
    const user = await User.findByPk(userId, { transaction, rejectOnEmpty: true });
    const isRenamed = user.name !== profile.name;
    await user.update(profile, { transaction });
    if (isRenamed) await enqueueCustomerUpdate(user, transaction);
    return null;
  });
}

export async function chooseLanguage(userId: number, language: InterfaceLanguage): Promise<void> {
  await User.update({ language }, { where: { id: userId } });
}
