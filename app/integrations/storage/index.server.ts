import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { settings } from '@/app/config/env.server';
import { archiveIn } from './archive.server';
import { diskStorage } from './disk.server';
import type { Archive, ObjectStorage } from './port';
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

/** Where backups are kept; null when none is configured. */
export async function openBackupArchive(): Promise<Archive | null> {
  if (!settings.backup) return null;
  const { bucket, folder, key } = settings.backup;
  if (bucket) return archiveIn(await openBucket(bucket), folder, key);
  // They are as confidential as DATA_DIR.
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return archiveIn(diskStorage(folder), '', key);
}
