import { access, constants, mkdir } from 'node:fs/promises';
import { settings } from '@/app/config/env.server';
import { storage } from '@/app/integrations/storage/index.server';
import { database } from '@/models/database.server';
import { Job } from '@/models/job.server';

/** Whether the database, the storage and the queue answer. Rejects with the first that does not. */
export async function checkReadiness(): Promise<void> {
  await database().authenticate();
  await mkdir(settings.dataDir, { recursive: true });
  await access(settings.dataDir, constants.W_OK);
  await storage.check();
  await Job.findOne({ attributes: ['id'] });
}
