import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { downloadFile } from './download-file.server';
import { withFetchLock } from './fetch-lock.server';
import { writeFetchState } from './fetch-state.server';
import { downloadsDir, isInstalled, recordFiles } from './installed-pack.server';
import { findLocalCopies, type LocalCopy } from './local-copies.server';
import { type Pack, packDir, packNames, readPack } from './pack.server';
import { unpackArchive } from './unpack-archive.server';

const STATE_INTERVAL_MS = 1000;

interface FetchOptions {
  dataDir: string;
  /** Base URL that overrides the one in the pack's manifest. */
  mirror?: string | undefined;
  /** Installed packs whose files may be copied instead of downloaded. */
  others?: readonly Pack[];
  signal: AbortSignal;
}

export const totalBytes = (pack: Pack) => pack.downloads.reduce((sum, item) => sum + item.bytes, 0);

/** Downloads what no other pack has. @returns the local copies in other packs, by the checksum */
async function downloadAll(
  pack: Pack,
  { dataDir, mirror, signal, others = packNames.map(readPack) }: FetchOptions,
  onProgress: (doneBytes: number) => void,
): Promise<Map<string, LocalCopy[]>> {
  const here = new Map<string, LocalCopy[]>();
  let before = 0;
  for (const item of pack.downloads) {
    const found = await findLocalCopies(item, others, dataDir);
    if (found) {
      here.set(item.sha256, found);
      before += item.bytes;
      onProgress(before);
      continue;
    }
    const target = path.join(downloadsDir(pack, dataDir), item.sha256);
    const remote = { ...item, url: `${mirror ?? pack.downloadsFrom}/${item.path}` };
    await downloadFile(remote, target, { signal, onProgress: (bytes) => onProgress(before + bytes) });
    before += item.bytes;
  }
  return here;
}

async function placeFile(bring: (target: string) => Promise<void>, target: string): Promise<void> {
  await mkdir(path.dirname(target), { recursive: true });
  await bring(target);
}

/** Assembles the pack in a temporary folder, then moves it into place atomically. */
async function install(
  pack: Pack,
  { dataDir, signal }: FetchOptions,
  here: ReadonlyMap<string, LocalCopy[]>,
): Promise<void> {
  const downloads = downloadsDir(pack, dataDir);
  const unfinished = path.join(downloads, 'unpacked');
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished);
  for (const item of pack.downloads) {
    const source = path.join(downloads, item.sha256);
    const files = here.get(item.sha256);
    if (files) {
      for (const { from, target } of files) {
        await placeFile((to) => copyFile(from, to), path.join(unfinished, target));
      }
    } else if ('members' in item) {
      await unpackArchive(source, item.members, unfinished, signal);
    } else {
      await placeFile((to) => rename(source, to), path.join(unfinished, item.target));
    }
  }
  await recordFiles(pack, unfinished);
  const dir = packDir(pack, dataDir);
  await rm(dir, { recursive: true, force: true });
  await rename(unfinished, dir);
  await rm(downloads, { recursive: true });
}

/**
 * Resumes an earlier attempt and copies files that other packs have. One process at a time does so; the
 * others wait and then find the pack installed.
 * @throws Error when the download fails, with the fetch state 'unavailable'; the signal's reason when aborted
 */
export async function fetchPack(pack: Pack, options: FetchOptions): Promise<void> {
  const { dataDir, signal } = options;
  await withFetchLock(pack, dataDir, signal, async () => {
    if (await isInstalled(pack, dataDir)) return;
    let doneBytes = 0;
    const saveState = () =>
      writeFetchState(pack, dataDir, { state: 'fetching', doneBytes, totalBytes: totalBytes(pack) });
    saveState();
    const timer = setInterval(saveState, STATE_INTERVAL_MS);
    try {
      await mkdir(downloadsDir(pack, dataDir), { recursive: true });
      const here = await downloadAll(pack, options, (bytes) => {
        doneBytes = bytes;
      });
      await install(pack, options, here);
    } catch (error) {
      const failure = signal.aborted ? signal.reason : error;
      writeFetchState(pack, dataDir, { state: 'unavailable', reason: reasonOf(failure) });
      throw failure;
    } finally {
      clearInterval(timer);
    }
  });
}

/** Error message in one line, with the cause that fetch hides behind 'fetch failed'. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
