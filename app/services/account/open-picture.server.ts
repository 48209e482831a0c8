import type { Readable } from 'node:stream';
import { pictureFormatOf } from '@/app/domain/account/picture';
import { storage } from '@/app/integrations/storage/index.server';
import { User } from '@/models/user.server';

/** Opens a user's profile picture; null without one. Each picture has its own `key`. */
export async function openPicture(
  userId: number,
): Promise<{ key: string; contentType: string; read(): Readable } | null> {
  const user = await User.findByPk(userId, { rejectOnEmpty: true });
  const key = user.pictureKey;
  if (!key || (await storage.size(key)) === null) return null;
  return { key, contentType: `image/${pictureFormatOf(key)}`, read: () => storage.read(key) };
}
