import { log } from '@/app/config/log.server';
import { isDiskFull } from '@/app/domain/disk-full';
import { AppError } from '@/app/domain/errors';
import { media } from '@/app/integrations/media/index.server';
import { storage } from '@/app/integrations/storage/index.server';

/** Callers of one file at a time share its probe, a process that reads all of it. */
const probes = new Map<string, Promise<number>>();

/**
 * Duration of a stored recording in ms.
 * @throws AppError 'media.unsupported', 'media.invalid', 'media.no-audio'; 'media.not-checked', which is logged,
 *   when the decoder or the storage failed
 */
export function probeDurationMs(storageKey: string): Promise<number> {
  const running = probes.get(storageKey);
  if (running) return running;
  const probe = probeStored(storageKey).finally(() => probes.delete(storageKey));
  probes.set(storageKey, probe);
  return probe;
}

async function probeStored(storageKey: string): Promise<number> {
  try {
    const { durationMs } = await storage.withLocalFile(storageKey, (path) => media.probe(path));
    return durationMs;
  } catch (error) {
    if (error instanceof AppError || isDiskFull(error)) throw error;
    log.error({ error, storageKey }, 'a recording could not be probed');
    throw new AppError('media.not-checked');
  }
}
