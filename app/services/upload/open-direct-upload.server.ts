import { storage } from '@/app/integrations/storage/index.server';
import { Upload } from '@/models/upload.server';
import { findOwnUpload, resolveUpload } from './find-own-upload.server';

/** A bucket's resumable upload session, to which the browser sends a recording directly. */
export interface DirectUpload {
  /** Session URL; a secret of this user's browser. */
  address: string;
  receivedBytes: number;
}

interface UploadRequest {
  userId: number;
  publicId: string;
  origin: string;
}

/**
 * Opens a session at the bucket, or finds the open one after a lost connection or a reload; `origin` is the
 * page's, for CORS. Null without sessions, for an upload through this server, and for a complete one.
 * @throws AppError 'upload.not-found'
 */
export function openDirectUpload(request: UploadRequest): Promise<DirectUpload | null> {
  return resolveUpload(
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
  // Compare-and-set: concurrent tabs all get the same session.
  const [isFirst] = await Upload.update({ sessionAddress: address }, { where: { id, sessionAddress } });
  return isFirst ? { address, receivedBytes: 0 } : openSession(request);
}
