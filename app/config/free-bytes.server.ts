import { statfs } from 'node:fs/promises';

/** Free bytes on the file system of an existing folder. Other processes write to it as well. */
export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
