import path from 'node:path';
import { settings } from '@/app/config/env.server';
import { makeOwnFolder } from '@/app/config/own-work.server';
import { DiskFull } from '@/app/domain/disk-full';
import { hasRoomToWork } from '../storage/room.server';

/**
 * A new, empty folder for the files of one job, which removes it; those of dead workers go when one starts.
 * @param neededBytes what the job is going to write at least
 * @throws DiskFull when there is no room for that
 */
export async function workFolder(purpose: string, neededBytes: number): Promise<string> {
  if (!(await hasRoomToWork(neededBytes)))
    throw new DiskFull(`no room for the ${neededBytes} bytes of ${purpose}`);
  return makeOwnFolder(path.join(settings.dataDir, 'tmp'), purpose);
}

/** What a recording's decoded samples take. */
export const decodedBytes = (durationMs: number): number => 32 * durationMs;
