import { storage } from '@/app/integrations/storage/index.server';
import { Upload } from '@/models/upload.server';
import { findOwnUpload } from './find-own-upload.server';

/** Deletes an unfinished upload with its received bytes. @throws AppError 'upload.not-found' */
export async function discardUpload(userId: number, publicId: string): Promise<void> {
  await deleteUpload(await findOwnUpload(userId, publicId));
}

/** Removes the file only if this call deleted the row: another tab may have registered the upload. */
export async function deleteUpload({ id, storageKey }: Upload): Promise<void> {
  if ((await Upload.destroy({ where: { id } })) > 0) await storage.remove(storageKey);
}
