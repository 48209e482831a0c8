import { access, constants, mkdir } from 'node:fs/promises';
import { settings } from '@/app/config/env.server';
import { storage } from '@/app/integrations/storage/index.server';
import { database } from '@/models/database.server';
import { Job } from '@/models/job.server';
import { hasDiskSpaceForJob } from '../storage/disk-space.server';

export class NotReady extends Error {}

/**
 * Of database, data directory, storage, job queue and disk space.
 * @throws NotReady with the reason, where it is known
 */
export async function checkReadiness(): Promise<void> {
  await database().authenticate();
  await mkdir(settings.dataDir, { recursive: true });
  await access(settings.dataDir, constants.W_OK);
  await storage.checkHealth();
  await Job.findOne({ attributes: ['id'] });
  if (!(await hasDiskSpaceForJob())) {
    throw new NotReady(`less than ${settings.minFreeBytes / 1024 ** 2} MB of disk space are free`);
  }
}
