import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import tar from 'tar-stream';
import unbzip2 from 'unbzip2-stream';

/**
 * Extracts the listed members of a .tar.bz2. Target paths never come from the archive (path traversal).
 * @param members path in the archive to path below `dir`
 * @throws Error when the archive is damaged or lacks a member
 */
export async function unpackArchive(
  archive: string,
  members: Readonly<Record<string, string>>,
  dir: string,
  signal: AbortSignal,
): Promise<void> {
  const missing = new Set(Object.keys(members));
  const extract = tar.extract();
  const fed = pipeline(createReadStream(archive), unbzip2(), extract, { signal });
  const taken = (async () => {
    for await (const entry of extract) {
      const name = entry.header.name.replace(/^\.\//, '');
      const target = Object.hasOwn(members, name) ? members[name] : undefined;
      if (target === undefined || entry.header.type !== 'file') {
        entry.resume();
        continue;
      }
      const file = path.join(dir, target);
      await mkdir(path.dirname(file), { recursive: true });
      await pipeline(entry, createWriteStream(file), { signal });
      missing.delete(name);
    }
  })();
  await Promise.all([fed, taken]);
  if (missing.size > 0)
    throw new Error(`The archive ${path.basename(archive)} lacks ${[...missing].join(', ')}`);
}
