import { storage } from '@/app/integrations/storage/index.server';
import { Upload } from '@/models/upload.server';
import { findOwnUpload } from './find-own-upload.server';
import { orRegistered } from './or-registered.server';

/** How a browser sends a recording straight to the storage. */
export interface DirectUpload {
  /** Of the session, for this person's browser only. */
  address: string;
  /** Where it goes on. */
  receivedBytes: number;
}

interface UploadRequest {
  userId: number;
  publicId: string;
  origin: string;
}

/**
 * Opens the way in which a browser sends a recording straight to the storage, or finds the one that was opened
 * before: after a broken line or a reload it goes on there. finishUpload registers what arrived, on this way as
 * on the other.
 * @param request.origin the site whose page sends it
 * @returns null where the recording passes through us, has begun to, or has arrived
 * @throws AppError 'upload.not-found'
 */
export function openDirectUpload(request: UploadRequest): Promise<DirectUpload | null> {
  return orRegistered(
    request,
    () => openSession(request),
    () => null,
  );
}

async function openSession(request: UploadRequest): Promise<DirectUpload | null> {
  const { userId, publicId, origin } = request;
  const upload = await findOwnUpload(userId, publicId);
  const { id, storageKey, sessionAddress } = upload;
  const sizeBytes = Number(upload.sizeBytes);
  if (!storage.sessions || (await storage.receivedBytes(storageKey)) > 0) return null;
  if (sessionAddress) {
    const receivedBytes = await storage.sessions.receivedBytes(sessionAddress, sizeBytes);
    if (receivedBytes !== null) return { address: sessionAddress, receivedBytes };
  }
  const address = await storage.sessions.open(storageKey, { origin, sizeBytes });
  // Of windows that ask at once all get the same.
  const [isFirst] = await Upload.update({ sessionAddress: address }, { where: { id, sessionAddress } });
  return isFirst ? { address, receivedBytes: 0 } : openSession(request);
}
