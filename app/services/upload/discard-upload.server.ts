import { storage } from '@/app/integrations/storage/index.server';
import { Upload } from '@/models/upload.server';
import { findOwnUpload } from './find-own-upload.server';

/** Gives an upload up, with what has arrived of it. @throws AppError 'upload.not-found' */
export async function discardUpload(userId: number, publicId: string): Promise<void> {
  await discard(await findOwnUpload(userId, publicId));
}

/** Whoever ends the row has the recording: it stays where another window registered it or gave it up meanwhile. */
export async function discard({ id, storageKey }: Upload): Promise<void> {
  if ((await Upload.destroy({ where: { id } })) > 0) await storage.remove(storageKey);
}
