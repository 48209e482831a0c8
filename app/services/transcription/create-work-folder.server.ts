import path from 'node:path';
import { settings } from '@/app/config/env.server';
import { makeOwnFolder } from '@/app/config/own-work.server';
import { DiskFull } from '@/app/domain/disk-full';
import { hasDiskSpaceForJob } from '../platform/storage/disk-space.server';

/**
 * Creates an empty temporary folder for one job, which the job removes. Those of dead workers are removed
 * when a worker starts.
 * @param neededBytes that the job is going to write at least
 * @throws DiskFull when there is not enough disk space
 */
export async function createWorkFolder(purpose: string, neededBytes: number): Promise<string> {
  if (!(await hasDiskSpaceForJob(neededBytes)))
    throw new DiskFull(`no room for the ${neededBytes} bytes of ${purpose}`);
  return makeOwnFolder(path.join(settings.dataDir, 'tmp'), purpose);
}

/** Size of a recording decoded to 16-bit mono PCM at 16 kHz. */
export const decodedBytes = (durationMs: number): number => 32 * durationMs;
