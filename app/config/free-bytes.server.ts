import { statfs } from 'node:fs/promises';

/** Bytes that may still be written to the file system of an existing folder, which other processes write to as well. */
export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
