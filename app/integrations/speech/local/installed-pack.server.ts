import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { writeFetchState } from './fetch-state.server';
import { type Pack, packDir, speechDir } from './pack.server';
import { sha256File } from './sha256-file.server';

const RECORD = 'installed.json';

const record = z.object({
  /** Checksums of its downloads; they differ between versions of the pack. */
  downloads: z.array(z.string()),
  files: z.record(z.string(), z.object({ bytes: z.number(), sha256: z.string() })),
});

const downloadSums = (pack: Pack) => pack.downloads.map((item) => item.sha256);

async function readRecord(pack: Pack, dataDir: string) {
  const json = await readFile(path.join(packDir(pack, dataDir), RECORD), 'utf8').catch(() => null);
  if (json === null) return null;
  const read = record.parse(JSON.parse(json));
  return read.downloads.join() === downloadSums(pack).join() ? read : null;
}

/** The last step before the folder is moved into place. */
export async function recordFiles(pack: Pack, dir: string): Promise<void> {
  const files: z.infer<typeof record>['files'] = {};
  for (const file of Object.values(pack.files)) {
    const full = path.join(dir, file);
    files[file] = { bytes: (await stat(full)).size, sha256: await sha256File(full) };
  }
  await writeFile(path.join(dir, RECORD), JSON.stringify({ downloads: downloadSums(pack), files }));
}

/** Whether all files of the pack's current version exist with the right size. */
export async function isInstalled(pack: Pack, dataDir: string): Promise<boolean> {
  if (pack.downloads.length === 0) return true;
  const installed = await readRecord(pack, dataDir);
  if (!installed) return false;
  const dir = packDir(pack, dataDir);
  for (const [file, { bytes }] of Object.entries(installed.files)) {
    const found = await stat(path.join(dir, file)).catch(() => null);
    if (found?.size !== bytes) return false;
  }
  return true;
}

/** Files of an installed pack that are missing or damaged; all of them when it is not installed. */
export async function brokenFiles(
  pack: Pack,
  dataDir: string,
  files: readonly string[] = Object.values(pack.files),
): Promise<string[]> {
  const installed = pack.downloads.length > 0 ? await readRecord(pack, dataDir) : null;
  const expected: Record<string, string | undefined> = installed
    ? Object.fromEntries(Object.entries(installed.files).map(([file, { sha256 }]) => [file, sha256]))
    : (pack.sha256 ?? {});
  const dir = packDir(pack, dataDir);
  const broken: string[] = [];
  for (const file of files) {
    const sum = await sha256File(path.join(dir, file)).catch(() => null);
    if (sum === null || sum !== expected[file]) broken.push(file);
  }
  return broken;
}

/** Also deletes unfinished downloads. @throws Error for a pack that ships with the project */
export async function removePack(pack: Pack, dataDir: string): Promise<void> {
  if (pack.downloads.length === 0) throw new Error(`The pack ${pack.name} is part of the project`);
  await rm(packDir(pack, dataDir), { recursive: true, force: true });
  await rm(downloadsDir(pack, dataDir), { recursive: true, force: true });
  writeFetchState(pack, dataDir, { state: 'unavailable', reason: 'it was removed' });
}

export const downloadsDir = (pack: Pack, dataDir: string) =>
  path.join(speechDir(dataDir), `${pack.name}.download`);
