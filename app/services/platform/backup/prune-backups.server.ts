import { log } from '@/app/config/log.server';
import { type BackupRetention, backupsToKeep } from '@/app/domain/backup-retention';
import type { Archive } from '@/app/integrations/storage/port';
import {
  FILE_LISTS,
  isBackupId,
  MANIFESTS,
  OBJECTS,
  objectOf,
  ROWS,
  readFileList,
  timeOfBackup,
} from './backup-catalogue.server';

/** Younger objects may belong to a backup that is being made by a process which lost its lock. */
const MIN_AGE_MS = 24 * 3_600_000;
/** Names held in memory at a time, some 30 MB. */
const MAX_NAMES = 250_000;

/**
 * Removes the backups that are not to be kept, what killed ones left, and objects that no backup refers to. The
 * caller holds the lock of backups. A backup whose list of files cannot be read stops it before any object goes.
 * @param ids of all complete backups
 * @throws AppError 'backup.damaged'
 */
export async function pruneBackups(
  archive: Archive,
  ids: string[],
  retention: BackupRetention,
  minAgeMs = MIN_AGE_MS,
): Promise<void> {
  const times = backupsToKeep(ids.map(timeOfBackup), retention);
  const kept = ids.filter((id) => times.has(timeOfBackup(id)));
  const dropped = ids.filter((id) => !kept.includes(id));
  for (const id of dropped) await archive.remove(`${MANIFESTS}/${id}`);
  let leftovers = 0;
  for (const folder of [ROWS, FILE_LISTS]) {
    for await (const name of archive.list(folder)) {
      const id = name.slice(folder.length + 1);
      if (kept.includes(id) || !(await isLeftover(archive, id, minAgeMs))) continue;
      await archive.remove(name);
      leftovers += 1;
    }
  }
  if (leftovers === 0) return;
  const objects = await removeUnreferenced(archive, kept, minAgeMs);
  log.info({ backups: dropped.length, objects }, 'old backups were removed');
}

/**
 * Whether what belongs to an id can go: its backup was removed, or was never finished and is too old to be in the making
 * elsewhere. A list that lacks a backup by mistake must not cost it.
 */
async function isLeftover(archive: Archive, id: string, minAgeMs: number): Promise<boolean> {
  if ((await archive.size(`${MANIFESTS}/${id}`)) !== null) return false;
  return !isBackupId(id) || Date.now() - timeOfBackup(id) >= minAgeMs;
}

/** @param digits with which the names of the objects begin */
async function removeUnreferenced(
  archive: Archive,
  kept: string[],
  minAgeMs: number,
  digits = '',
): Promise<number> {
  const referenced = await referencedObjects(archive, kept, digits);
  let removed = 0;
  if (!referenced) {
    for (const digit of '0123456789abcdef') {
      removed += await removeUnreferenced(archive, kept, minAgeMs, digits + digit);
    }
    return removed;
  }
  for await (const name of archive.list(OBJECTS, minAgeMs)) {
    if (!hasDigits(name, digits) || referenced.has(name)) continue;
    await archive.remove(name);
    removed += 1;
  }
  return removed;
}

/** Null when there are too many. */
async function referencedObjects(
  archive: Archive,
  kept: string[],
  digits: string,
): Promise<Set<string> | null> {
  const names = new Set<string>();
  for (const id of kept) {
    for await (const { key, bytes } of readFileList(archive, id)) {
      const name = objectOf(archive, key, bytes);
      if (hasDigits(name, digits)) names.add(name);
      if (names.size > MAX_NAMES) return null;
    }
  }
  return names;
}

const hasDigits = (name: string, digits: string) => name.slice(name.lastIndexOf('/') + 1).startsWith(digits);
