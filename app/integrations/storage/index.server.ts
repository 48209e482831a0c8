import path from 'node:path';
import { settings } from '@/app/config/env.server';
import { diskStorage } from './disk.server';
import { readSignedAddress } from './own-address.server';
import type { ObjectStorage } from './port';

/** Google's library is large, and loaded only where there is a bucket. */
async function openBucket(bucket: NonNullable<typeof settings.googleStorage>): Promise<ObjectStorage> {
  const { googleStorage } = await import('./google.server');
  return googleStorage({ ...bucket, temporaryFolder: path.join(settings.dataDir, 'tmp') });
}

export const storage: ObjectStorage = settings.googleStorage
  ? await openBucket(settings.googleStorage)
  : diskStorage(path.join(settings.dataDir, 'storage'));

/** Reads the addresses that lead to our own server; null where none does. */
export const ownAddresses = storage.servesItself ? null : { read: readSignedAddress };
