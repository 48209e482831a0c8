import { storage } from '@/app/integrations/storage/index.server';
import { findOwnUpload, resolveUpload } from './find-own-upload.server';

/** Progress of an upload, in bytes; a registered one is complete. @throws AppError 'upload.not-found' */
export async function describeUpload(userId: number, publicId: string) {
  return resolveUpload(
    { userId, publicId },
    async () => {
      const { sizeBytes, storageKey, createdAt } = await findOwnUpload(userId, publicId);
      return { sizeBytes, receivedBytes: await storage.receivedBytes(storageKey), beganAt: createdAt };
    },
    ({ sizeBytes, createdAt }) => ({ sizeBytes, receivedBytes: sizeBytes, beganAt: createdAt }),
  );
}
