import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { downloadFile } from './download-file.server';
import { withFetchLock } from './fetch-lock.server';
import { writeFetchState } from './fetch-state.server';
import { downloadsDir, isInstalled, recordFiles } from './installed-pack.server';
import { type Pack, packDir, packNames, readPack } from './pack.server';
import { type FileHere, findHere } from './shared-download.server';
import { unpackArchive } from './unpack-archive.server';

const STATE_WRITTEN_EVERY_MS = 1000;

export interface FetchOptions {
  dataDir: string;
  /** Stands in place of the address in the pack's description. */
  mirror?: string | undefined;
  /** Packs that may have some of it already. */
  others?: readonly Pack[];
  signal: AbortSignal;
}

/** Bytes that all downloads of a pack come to. */
export const totalBytes = (pack: Pack) => pack.downloads.reduce((sum, item) => sum + item.bytes, 0);

/** Downloads what no other pack has; what one has comes back by the sum of its download. */
async function downloadAll(
  pack: Pack,
  { dataDir, mirror, signal, others = packNames.map(readPack) }: FetchOptions,
  onProgress: (doneBytes: number) => void,
): Promise<Map<string, FileHere[]>> {
  const here = new Map<string, FileHere[]>();
  let before = 0;
  for (const item of pack.downloads) {
    const found = await findHere(item, others, dataDir);
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

async function place(bring: (target: string) => Promise<void>, target: string): Promise<void> {
  await mkdir(path.dirname(target), { recursive: true });
  await bring(target);
}

/** Puts the pack together in a folder of its own, then into its place in one step. */
async function install(
  pack: Pack,
  { dataDir, signal }: FetchOptions,
  here: ReadonlyMap<string, FileHere[]>,
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
        await place((to) => copyFile(from, to), path.join(unfinished, target));
      }
    } else if ('members' in item) {
      await unpackArchive(source, item.members, unfinished, signal);
    } else {
      await place((to) => rename(source, to), path.join(unfinished, item.target));
    }
  }
  await recordFiles(pack, unfinished);
  const dir = packDir(pack, dataDir);
  await rm(dir, { recursive: true, force: true });
  await rename(unfinished, dir);
  await rm(downloads, { recursive: true });
}

/**
 * Brings a pack's models into the data folder, going on with what an earlier try left, and with what other packs
 * there have of them.
 * One process at a time does so; the others wait, then find it there. How far it is stands
 * in the pack's fetch state, which every process can read.
 *
 * @throws Error when it cannot be had now (no network, refused, wrong checksum, disk full), with
 *   the fetch state 'unavailable'; the signal's reason when aborted
 */
export async function fetchPack(pack: Pack, options: FetchOptions): Promise<void> {
  const { dataDir, signal } = options;
  await withFetchLock(pack, dataDir, signal, async () => {
    if (await isInstalled(pack, dataDir)) return;
    let doneBytes = 0;
    const tellState = () =>
      writeFetchState(pack, dataDir, { state: 'fetching', doneBytes, totalBytes: totalBytes(pack) });
    tellState();
    const timer = setInterval(tellState, STATE_WRITTEN_EVERY_MS);
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

/** What went wrong in one line, with the cause that a failed request hides behind 'fetch failed'. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
