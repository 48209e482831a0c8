import { type InterfaceLanguage, isInterfaceLanguage } from '@/app/i18n/languages';
import { User } from '@/models/user.server';

export async function readLanguage(userId: number): Promise<InterfaceLanguage | null> {
  const user = await User.findByPk(userId, { attributes: ['language'] });
  return isInterfaceLanguage(user?.language) ? user.language : null;
}
