import path from 'node:path';
import { settings } from '@/app/config/env.server';
import { makeOwnFolder } from '@/app/config/own-work.server';
import { DiskFull } from '@/app/domain/disk-full';
import { hasDiskSpaceForJob } from '../platform/storage/disk-space.server';

/**
 * For one job, which removes it; those of dead workers go when a worker starts.
 * @throws DiskFull without `neededBytes`
 */
export async function createWorkFolder(purpose: string, neededBytes: number): Promise<string> {
  if (!(await hasDiskSpaceForJob(neededBytes)))
    throw new DiskFull(`no room for the ${neededBytes} bytes of ${purpose}`);
  return makeOwnFolder(path.join(settings.dataDir, 'tmp'), purpose);
}

/** Size of a recording decoded to 16-bit mono PCM at 16 kHz. */
export const decodedBytes = (durationMs: number): number => 32 * durationMs;
