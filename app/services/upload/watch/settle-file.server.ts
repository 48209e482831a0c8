import { lstat, mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { cleanFileName, extensionOf } from '@/app/domain/transcription/recording-file';

const OUTCOMES = ['done', 'failed'] as const;

type Outcome = (typeof OUTCOMES)[number];

/** @throws Error unless it is a folder of its own: a link would lead out of the watched one */
async function openOutcome(folder: string, outcome: Outcome): Promise<string> {
  const target = path.join(folder, outcome);
  await mkdir(target, { recursive: true });
  if (!(await lstat(target)).isDirectory()) throw new Error(`${target} is not a folder`);
  return target;
}

async function freeName(target: string, name: string): Promise<string> {
  const ending = extensionOf(name);
  const stem = name.slice(0, name.length - ending.length);
  for (let number = 1; ; number += 1) {
    const tried = path.join(target, number === 1 ? name : `${stem} (${number})${ending}`);
    if (!(await lstat(tried).catch(() => null))) return tried;
  }
}

/**
 * Moves a file of the watched folder out of the way: to `done`, or to `failed` beside a text that says why. Nothing when
 * somebody else has moved it.
 * @param name as the folder has it, in bytes where it is no text
 */
export async function settleFile(
  folder: string,
  name: string | Buffer,
  outcome: Outcome,
  reason?: string,
): Promise<void> {
  const target = await openOutcome(folder, outcome);
  const to = await freeName(target, cleanFileName(name.toString()));
  if (reason !== undefined) await writeFile(`${to}.txt`, `${reason}\n`);
  const from = Buffer.concat([Buffer.from(`${folder}${path.sep}`), Buffer.from(name)]);
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
