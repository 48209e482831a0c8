import { storage } from '@/app/integrations/storage/index.server';
import { findOwnUpload } from './find-own-upload.server';

/** Gives an upload up, with what has arrived of it. @throws AppError 'upload.not-found' */
export async function discardUpload(userId: number, publicId: string): Promise<void> {
  const upload = await findOwnUpload(userId, publicId);
  await upload.destroy();
  await storage.remove(upload.storageKey);
}
