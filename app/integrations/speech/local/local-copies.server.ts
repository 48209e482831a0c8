import path from 'node:path';
import { brokenFiles, isInstalled } from './installed-pack.server';
import { type Download, type Pack, packDir } from './pack.server';

/** A local copy of a file, and its target path below the folder of the pack that needs it. */
export interface LocalCopy {
  from: string;
  target: string;
}

/** Null when the other pack extracted other members of the archive. */
function pairsOf(wanted: Download, theirs: Download): { file: string; target: string }[] | null {
  if ('target' in wanted) return 'target' in theirs ? [{ file: theirs.target, target: wanted.target }] : null;
  if ('target' in theirs) return null;
  const pairs = Object.entries(wanted.members).map(([member, target]) => ({
    file: theirs.members[member],
    target,
  }));
  return pairs.every((pair): pair is { file: string; target: string } => pair.file !== undefined)
    ? pairs
    : null;
}

/** Looks in other installed packs; null when the download is needed. */
export async function findLocalCopies(
  wanted: Download,
  others: readonly Pack[],
  dataDir: string,
): Promise<LocalCopy[] | null> {
  for (const other of others) {
    const theirs = other.downloads.find(({ sha256 }) => sha256 === wanted.sha256);
    const pairs = theirs && pairsOf(wanted, theirs);
    if (!pairs || !(await isInstalled(other, dataDir))) continue;
    const files = pairs.map(({ file }) => file);
    if ((await brokenFiles(other, dataDir, files)).length > 0) continue;
    const dir = packDir(other, dataDir);
    return pairs.map(({ file, target }) => ({ from: path.join(dir, file), target }));
  }
  return null;
}
