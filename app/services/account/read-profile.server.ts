import { type InterfaceLanguage, isInterfaceLanguage } from '@/app/i18n/languages';
import { User } from '@/models/user.server';

/** What a person may set about themselves. */
export interface Profile {
  name: string;
  /** Null until one was chosen. */
  language: InterfaceLanguage | null;
  wantsNotices: boolean;
}

export async function readProfile(userId: number): Promise<Profile> {
  const { name, language, wantsNotices } = await User.findByPk(userId, { rejectOnEmpty: true });
  return { name, language: isInterfaceLanguage(language) ? language : null, wantsNotices };
}
