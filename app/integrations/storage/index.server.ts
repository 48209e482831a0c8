import path from 'node:path';
import { settings } from '@/app/config/env.server';
import { diskStorage } from './disk.server';
import type { ObjectStorage } from './port';
import { verifySignedUrl } from './signed-url.server';

/** Google's client library is large, so it is imported only when a bucket is configured. */
async function openBucket(bucket: NonNullable<typeof settings.googleStorage>): Promise<ObjectStorage> {
  const { googleStorage } = await import('./google.server');
  return googleStorage({ ...bucket, temporaryFolder: path.join(settings.dataDir, 'tmp') });
}

export const storage: ObjectStorage = settings.googleStorage
  ? await openBucket(settings.googleStorage)
  : diskStorage(path.join(settings.dataDir, 'storage'));

/** Verifies signed URLs of our own server; null when signed URLs lead to the storage service. */
export const localSignedUrls = storage.servesDirectly ? null : { read: verifySignedUrl };
