import path from 'node:path';
import { brokenFiles, isInstalled } from './installed-pack.server';
import { type Download, type Pack, packDir } from './pack.server';

/** A file that is here already, and where it belongs below the folder of the pack that wants it. */
export interface FileHere {
  from: string;
  target: string;
}

/** Which file below another pack's folder is which of ours; null when it keeps other members of the archive. */
function pairsOf(wanted: Download, theirs: Download): { file: string; target: string }[] | null {
  if ('target' in wanted) return 'target' in theirs ? [{ file: theirs.target, target: wanted.target }] : null;
  if ('target' in theirs) return null;
  const pairs = Object.entries(wanted.members).map(([member, target]) => ({
    ...{ file: theirs.members[member], target },
  }));
  return pairs.every((pair): pair is { file: string; target: string } => pair.file !== undefined)
    ? pairs
    : null;
}

/**
 * What a download would bring, when another pack that is installed has it whole.
 * @returns null when it has to be downloaded
 */
export async function findHere(
  wanted: Download,
  others: readonly Pack[],
  dataDir: string,
): Promise<FileHere[] | null> {
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
