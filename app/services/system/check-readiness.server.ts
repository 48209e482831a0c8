import { access, constants, mkdir } from 'node:fs/promises';
import { settings } from '@/app/config/env.server';
import { storage } from '@/app/integrations/storage/index.server';
import { database } from '@/models/database.server';
import { Job } from '@/models/job.server';
import { hasRoomToWork } from '../storage/room.server';

/** Why Celeste cannot do its work, for whoever runs it. */
export class NotReady extends Error {}

/**
 * Whether the database, the storage and the queue answer, and there is space to work in. Rejects with the first that
 * does not.
 * @throws NotReady with the reason, where it is known
 */
export async function checkReadiness(): Promise<void> {
  await database().authenticate();
  await mkdir(settings.dataDir, { recursive: true });
  await access(settings.dataDir, constants.W_OK);
  await storage.check();
  await Job.findOne({ attributes: ['id'] });
  if (!(await hasRoomToWork())) {
    throw new NotReady(`less than ${settings.minFreeBytes / 1024 ** 2} MB of disk space are free`);
  }
}
