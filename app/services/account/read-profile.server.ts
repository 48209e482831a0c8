import { type InterfaceLanguage, isInterfaceLanguage } from '@/app/i18n/languages';
import { User } from '@/models/user.server';

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
