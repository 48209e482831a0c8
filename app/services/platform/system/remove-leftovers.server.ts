import { rm } from 'node:fs/promises';
import path from 'node:path';
import { settings } from '@/app/config/env.server';
import { log } from '@/app/config/log.server';
import {
  findAbandonedWork,
  makeOwnFolder,
  removeAbandonedWork as removeFrom,
} from '@/app/config/own-work.server';
import { storage } from '@/app/integrations/storage/index.server';
import { isReferenced } from '../storage/referenced-files.server';

const temporary = () => path.join(settings.dataDir, 'tmp');
/** Folders in DATA_DIR whose files are first written under a temporary name of their process. */
const TEMPORARY_FILE_FOLDERS = ['mail', 'test-checkout', 'speech'];
const UNREGISTERED = 'unregistered-';

/**
 * For `work` that stores an object and then inserts its row. A process killed in between leaves a marker
 * folder, so that the next start removes the object and not a day later.
 */
export async function withUnregisteredMarker<T>(storageKey: string, work: () => Promise<T>): Promise<T> {
  const note = await makeOwnFolder(temporary(), UNREGISTERED + storageKey.replaceAll('/', '+'));
  try {
    return await work();
  } finally {
    await rm(note, { recursive: true, force: true });
  }
}

/**
 * Of killed processes: job folders, partial files, objects without a row. Those of this machine at once;
 * uploads that can be resumed stay. Never rejects, since no caller depends on it.
 */
export async function removeLeftovers(): Promise<void> {
  try {
    await removeAll();
  } catch (error) {
    log.warn({ error }, 'what a killed process left could not be removed');
  }
}

async function removeAll(): Promise<void> {
  for (const { name } of await findAbandonedWork(temporary())) {
    // `mkdtemp` appends six characters.
    const [, key] = new RegExp(`^${UNREGISTERED}(.*)-.{6}$`).exec(name) ?? [];
    if (key) await removeUnregistered(key.replaceAll('+', '/'));
  }
  await removeFrom(temporary());
  for (const folder of TEMPORARY_FILE_FOLDERS) await removeFrom(path.join(settings.dataDir, folder));
  await storage.removeAbandonedUploads();
}

async function removeUnregistered(storageKey: string): Promise<void> {
  if (await isReferenced(storageKey)) return;
  await storage.remove(storageKey);
  log.info({ storageKey }, 'a recording that a killed process had not registered was removed');
}
