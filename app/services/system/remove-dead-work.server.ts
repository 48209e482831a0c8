import { rm } from 'node:fs/promises';
import path from 'node:path';
import { settings } from '@/app/config/env.server';
import { log } from '@/app/config/log.server';
import { findDeadWork, makeOwnFolder, removeDeadWork as removeFrom } from '@/app/config/own-work.server';
import { storage } from '@/app/integrations/storage/index.server';
import { isReferredTo } from '../storage/referred-files.server';

const temporary = () => path.join(settings.dataDir, 'tmp');
/** Folders below DATA_DIR in which files are written under a name of their process first. */
const WRITTEN = ['mail', 'test-checkout', 'speech'];
const UNREGISTERED = 'unregistered-';

/**
 * Runs `work`, which puts an object into the storage and then makes a row of it. Where this process is killed in
 * between, the object goes when one starts, and not only after a day.
 */
export async function untilRegistered<T>(storageKey: string, work: () => Promise<T>): Promise<T> {
  const note = await makeOwnFolder(temporary(), UNREGISTERED + storageKey.replaceAll('/', '+'));
  try {
    return await work();
  } finally {
    await rm(note, { recursive: true, force: true });
  }
}

/**
 * Removes what processes that were killed left half done, on this machine at once: folders of jobs, files that were
 * being written, objects that never got a row. What people can go on sending stays.
 * It never rejects, since nothing that comes after it needs it.
 */
export async function removeDeadWork(): Promise<void> {
  try {
    await removeAll();
  } catch (error) {
    log.warn({ error }, 'what a killed process left could not be removed');
  }
}

async function removeAll(): Promise<void> {
  for (const { name } of await findDeadWork(temporary())) {
    // `mkdtemp` adds six characters of its own.
    const [, key] = new RegExp(`^${UNREGISTERED}(.*)-.{6}$`).exec(name) ?? [];
    if (key) await removeUnregistered(key.replaceAll('+', '/'));
  }
  await removeFrom(temporary());
  for (const folder of WRITTEN) await removeFrom(path.join(settings.dataDir, folder));
  await storage.removeDeadWork();
}

async function removeUnregistered(storageKey: string): Promise<void> {
  if (await isReferredTo(storageKey)) return;
  await storage.remove(storageKey);
  log.info({ storageKey }, 'a recording that a killed process had not registered was removed');
}
