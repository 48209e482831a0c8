import { storage } from '@/app/integrations/storage/index.server';
import type { JobRun } from '../jobs/job';

export async function removeFiles({ payload, signal }: JobRun<{ keys: string[] }>): Promise<void> {
  for (const key of payload.keys) {
    signal.throwIfAborted();
    await storage.remove(key);
  }
}
