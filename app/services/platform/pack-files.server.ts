import type { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
// Streams zip files, also above 4 GB; its only dependency is a checksum.
import { ZipFile } from 'yazl';

export interface FileToPack {
  /** Path within the archive, separated by `/`. */
  path: string;
  modifiedAt: Date;
  /** Already compressed files are stored without compression. */
  isCompressed: boolean;
  /** Called lazily, when the archive reaches this file. */
  open(): Readable;
}

/** Opens one file at a time, by the archive's backpressure; closes it when the archive is destroyed. */
export function packFiles(files: AsyncIterable<FileToPack>): Readable {
  const zip = new ZipFile();
  const archive = zip.outputStream as PassThrough;
  const fail = (error: unknown) => archive.destroy(error as Error);
  zip.on('error', fail);
  addFiles(zip, archive, files).catch(fail);
  return archive;
}

async function addFiles(zip: ZipFile, archive: PassThrough, files: AsyncIterable<FileToPack>): Promise<void> {
  for await (const { path, modifiedAt, isCompressed, open } of files) {
    if (archive.destroyed) return;
    const file = open();
    const close = () => file.destroy();
    archive.once('close', close);
    zip.addReadStream(file, path, { mtime: modifiedAt, compress: !isCompressed });
    await finished(file);
    archive.off('close', close);
  }
  zip.end();
}
