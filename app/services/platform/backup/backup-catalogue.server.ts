import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { AppError } from '@/app/domain/errors';
import { openBackupArchive } from '@/app/integrations/storage/index.server';
import type { Archive } from '@/app/integrations/storage/port';
import type { BackupHeader } from './backup-file';
import { linesOf } from './lines';

/**
 * What makes a backup in an archive complete; it is written last, as `manifests/ID`. Beside it stand `rows/ID`
 * (rows and test checkouts, compressed) and `files/ID` (a line `[storage key, bytes]` for each file). The files
 * are objects that backups share, so that one that has not changed is written once.
 */
export interface BackupManifest extends BackupHeader {
  /** ISO 8601. */
  createdAt: string;
  /** By table. */
  rows: Record<string, number>;
  files: number;
  fileBytes: number;
  /** Files that rows referred to and that did not exist, such as unfinished uploads. */
  gone: number;
}

export const MANIFESTS = 'manifests';
export const ROWS = 'rows';
export const FILE_LISTS = 'files';
export const OBJECTS = 'objects';

const BACKUP_ID = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-[\da-f]{8}$/;

/** Such as 20261127T031700042Z-1f8a09c2; the ids of backups are in the order of their times. */
export const newBackupId = (now: Date): string =>
  `${now.toISOString().replace(/[-:.]/g, '')}-${randomBytes(4).toString('hex')}`;

export const isBackupId = (text: string): boolean => BACKUP_ID.test(text);

/** In ms; of the time in the id. */
export const timeOfBackup = (id: string): number =>
  Date.parse(id.replace(BACKUP_ID, '$1-$2-$3T$4:$5:$6.$7Z'));

/** The object of a file; another size is another object, under a key that is never used for other content. */
export function objectOf(archive: Archive, key: string, bytes: number): string {
  const name = archive.hiddenName(`${key}\0${bytes}`);
  return `${OBJECTS}/${name.slice(0, 2)}/${name}`;
}

/** @throws AppError 'backup.not-set-up' */
export async function requireArchive(): Promise<Archive> {
  const archive = await openBackupArchive();
  if (!archive) throw new AppError('backup.not-set-up');
  return archive;
}

/** Of the complete backups, oldest first. @throws AppError 'backup.wrong-key' when there are others only */
export async function listBackups(archive: Archive): Promise<string[]> {
  const ids: string[] = [];
  for await (const name of archive.list(MANIFESTS)) ids.push(name.slice(MANIFESTS.length + 1));
  if (ids.length === 0 && (await archive.hasOtherKeys(MANIFESTS))) throw new AppError('backup.wrong-key');
  return ids.filter(isBackupId).sort();
}

/** @throws AppError 'backup.damaged' */
export async function readManifest(archive: Archive, id: string): Promise<BackupManifest> {
  return JSON.parse(await text(archive.read(`${MANIFESTS}/${id}`))) as BackupManifest;
}

/** The files of a backup. @throws AppError 'backup.damaged' */
export async function* readFileList(
  archive: Archive,
  id: string,
): AsyncGenerator<{ key: string; bytes: number }> {
  for await (const line of linesOf(archive.read(`${FILE_LISTS}/${id}`))) {
    const [key, bytes] = JSON.parse(line.toString()) as [string, number];
    yield { key, bytes };
  }
}
