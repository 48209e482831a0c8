import { storage } from '@/app/integrations/storage/index.server';
import { Upload } from '@/models/upload.server';
import { findOwnUpload } from './find-own-upload.server';

/**
 * Opens the way in which a browser sends a recording straight to the storage, or finds the one that was opened
 * before, so that it goes on after a reload. finishUpload registers what arrived, on this way as on the other.
 * @param request.origin the site whose page sends it
 * @param request.over the address of a session that takes no more, instead of which there shall be another
 * @returns the session's address, for this person's browser only; null where everything passes through us
 * @throws AppError 'upload.not-found'
 */
export async function openDirectUpload(request: {
  userId: number;
  publicId: string;
  origin: string;
  contentType: string;
  over?: string;
}): Promise<string | null> {
  const { userId, publicId, origin, contentType, over = null } = request;
  const upload = await findOwnUpload(userId, publicId);
  if (!storage.openSession) return null;
  if (upload.sessionAddress && upload.sessionAddress !== over) return upload.sessionAddress;
  const { id, storageKey, sizeBytes } = upload;
  const sessionAddress = await storage.openSession(storageKey, { origin, sizeBytes, contentType });
  // Of windows that ask at once all get the same.
  const [isFirst] = await Upload.update(
    { sessionAddress },
    { where: { id, sessionAddress: upload.sessionAddress } },
  );
  return isFirst ? sessionAddress : (await findOwnUpload(userId, publicId)).sessionAddress;
}
