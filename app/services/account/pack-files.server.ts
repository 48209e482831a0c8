import type { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
// Writes zip files as a stream, past 4 GB too, and depends on nothing but a checksum.
import { ZipFile } from 'yazl';

/** One file to put into an archive. */
export interface FileToPack {
  /** Within the archive, with `/` between folders. */
  path: string;
  modifiedAt: Date;
  /** Left as it is when it is compressed already. */
  isCompressed: boolean;
  /** Called when its turn comes. */
  open(): Readable;
}

/**
 * Makes a zip file of files that are opened one after the other, each when the one before has been read. What
 * is read waits for the reader of the archive; when that goes away, the file that is open is closed.
 */
export function packFiles(files: AsyncIterable<FileToPack>): Readable {
  const zip = new ZipFile();
  const archive = zip.outputStream as PassThrough;
  const fail = (error: unknown) => archive.destroy(error as Error);
  zip.on('error', fail);
  addEach(zip, archive, files).catch(fail);
  return archive;
}

async function addEach(zip: ZipFile, archive: PassThrough, files: AsyncIterable<FileToPack>): Promise<void> {
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
