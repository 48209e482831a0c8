import { storage } from '@/app/integrations/storage/index.server';
import type { Upload } from '@/models/upload.server';

/** Bytes received of an upload, through this server or directly at the bucket. */
export async function receivedBytesOf({ storageKey, sessionAddress, sizeBytes }: Upload): Promise<number> {
  const throughServer = await storage.receivedBytes(storageKey);
  if (throughServer > 0 || !sessionAddress) return throughServer;
  return (await storage.sessions?.receivedBytes(sessionAddress, Number(sizeBytes))) ?? 0;
}
