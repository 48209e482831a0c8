import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { extract } from 'tar-stream';
import { AppError } from '@/app/domain/errors';
import type { TestCheckout } from '@/app/integrations/payments/port';
import type { Archive } from '@/app/integrations/storage/port';
import {
  isBackupId,
  listBackups,
  objectOf,
  ROWS,
  readFileList,
  readManifest,
  requireArchive,
} from './backup-catalogue.server';
import { type BackupHeader, CHECKOUTS, COMPLETE, FILES, HEADER, readRows, TABLES } from './backup-file';
import { readRowStream } from './row-stream.server';

/** A backup of either kind, read as often as needed. */
export interface Backup {
  name: string;
  /**
   * Reads what tells whether it is complete.
   * @throws AppError 'backup.unreadable', 'backup.damaged'
   */
  readHeader(): Promise<BackupHeader>;
  /** Rows by table, and files, that a complete backup has; null where it does not say. */
  readCounts(): Promise<{ rows: Record<string, number>; files: number; gone: number } | null>;
  /** About the space that its files take. */
  fileBytes(): Promise<number>;
  /** In turn; each content must be read to its end, or destroyed. `bytes` is null where it is not known. */
  files(): AsyncIterable<{ key: string; bytes: number | null; content: Readable }>;
  /** Batches of rows by table, and the test checkouts. */
  rows(): AsyncIterable<{ table: string; rows: Record<string, unknown>[] } | { checkout: TestCheckout }>;
}

/** The newest backup, in the place of its id. */
export const LATEST = 'latest';

/**
 * @param name a tar file, the id of a backup in the archive, or 'latest'
 * @throws AppError 'backup.not-set-up', 'backup.none', 'backup.wrong-key'; Error when there is no such file
 */
export async function openBackup(name: string): Promise<Backup> {
  if (name !== LATEST && !isBackupId(name)) return openTar(name);
  const archive = await requireArchive();
  const ids = await listBackups(archive);
  const id = name === LATEST ? ids.at(-1) : name;
  if (!id || !ids.includes(id)) throw new AppError('backup.none');
  return openArchived(archive, id);
}

function openArchived(archive: Archive, id: string): Backup {
  return {
    name: id,
    /** All objects must be there, and of their size, before anything is replaced. */
    async readHeader() {
      const manifest = await readManifest(archive, id);
      let files = 0;
      for await (const { key, bytes } of readFileList(archive, id)) {
        const name = objectOf(archive, key, bytes);
        if ((await archive.size(name)) !== bytes) throw new AppError('backup.damaged', { name });
        files += 1;
      }
      if (files !== manifest.files) throw new AppError('backup.damaged', { name: id });
      for await (const _ of archive.read(`${ROWS}/${id}`));
      return manifest;
    },
    readCounts: () => readManifest(archive, id),
    fileBytes: async () => (await readManifest(archive, id)).fileBytes,
    async *files() {
      for await (const { key, bytes } of readFileList(archive, id)) {
        const content = Readable.from(archive.read(objectOf(archive, key, bytes)), { objectMode: false });
        yield { key, bytes, content };
      }
    },
    rows: () => readRowStream(archive.read(`${ROWS}/${id}`)),
  };
}

function openTar(file: string): Backup {
  return {
    name: file,
    /** Reads the file to its end, since a truncated one starts well. */
    async readHeader() {
      let header: BackupHeader | undefined;
      let last = '';
      try {
        for await (const { name, content } of entriesOf(file)) {
          if (name === HEADER && !last)
            header = JSON.parse((await buffer(content)).toString()) as BackupHeader;
          else content.resume();
          last = name;
        }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).syscall) throw error;
      }
      if (!header || last !== COMPLETE) throw new AppError('backup.unreadable');
      return header;
    },
    readCounts: async () => null,
    fileBytes: async () => (await stat(file)).size,
    async *files() {
      for await (const { name, content } of entriesOf(file)) {
        if (name.startsWith(FILES)) yield { key: name.slice(FILES.length), bytes: null, content };
        else content.resume();
      }
    },
    async *rows() {
      for await (const { name, content } of entriesOf(file)) {
        if (name.startsWith(CHECKOUTS)) {
          yield { checkout: JSON.parse((await buffer(content)).toString()) as TestCheckout };
        } else if (name.startsWith(TABLES)) {
          yield { table: name.split('/')[1]!, rows: readRows(await buffer(content)) };
        } else content.resume();
      }
    },
  };
}

/** The entries of a tar file, one by one; each must be read to its end. */
async function* entriesOf(file: string): AsyncGenerator<{ name: string; content: Readable }> {
  const archive = extract();
  const read = pipeline(createReadStream(file), archive);
  read.catch(() => {});
  for await (const entry of archive) yield { name: entry.header.name, content: entry as unknown as Readable };
  await read;
}
