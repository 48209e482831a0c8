import { storage } from '@/app/integrations/storage/index.server';
import { findOwnUpload } from './find-own-upload.server';

/** How far an upload is, in bytes. @throws AppError 'upload.not-found' */
export async function describeUpload(
  userId: number,
  publicId: string,
): Promise<{ sizeBytes: number; receivedBytes: number; beganAt: Date }> {
  const { sizeBytes, storageKey, createdAt } = await findOwnUpload(userId, publicId);
  return { sizeBytes, receivedBytes: await storage.receivedBytes(storageKey), beganAt: createdAt };
}
