import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { AppError, type AppErrorCode } from '@/app/domain/errors';
import { createFfmpegDecoder, findFfmpeg } from '@/app/integrations/media/ffmpeg/ffmpeg.server';
import { createLibavDecoder } from '@/app/integrations/media/libav/libav.server';
import type { MediaDecoder } from '@/app/integrations/media/port';
import { type Recipe, recipes, UNPROVEN } from './media-set';
import { Random } from './random';
import { type Figures, type Soak, say } from './soak';

const run = promisify(execFile);

const HANG_MS = 30_000;
const CALLED: AppErrorCode[] = ['media.unsupported', 'media.invalid', 'media.no-audio'];

/** Real files of all extensions, read by both decoders as ffmpeg itself, called plainly, says. */
export const soak: Soak = async ({ count, seed }) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'celeste-media-set-'));
  try {
    return await judge(recipes(new Random(seed)), count, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/**
 * Makes files until there are `count`, and has each decoded by every adapter.
 * @throws AssertionError when one is taken that ffmpeg cannot read, or refused that it can, or refused without a
 *   message of the catalogue, or takes more than 30 s
 */
export async function judge(all: Recipe[], count: number, folder: string): Promise<Figures> {
  const decoders = [createFfmpegDecoder(findFfmpeg(process.env.PATH ?? '')!), createLibavDecoder()];
  const tally: Record<string, number> = { accepted: 0 };
  const extensions = new Set<string>();
  let longestMs = 0;
  let made = 0;
  for (const recipe of all) {
    if (made === count) break;
    const file = path.join(folder, recipe.name);
    if (!(await recipe.make(file))) continue;
    made += 1;
    const isSound = await hasSamples(file);
    for (const decoder of decoders) {
      const startedAt = performance.now();
      const verdict = await read(decoder, file);
      longestMs = Math.max(longestMs, performance.now() - startedAt);
      assert.equal(verdict === 'accepted', isSound, `${decoder.name} on ${recipe.name}: ${verdict}`);
      tally[verdict] = (tally[verdict] ?? 0) + 1;
    }
    if (isSound) extensions.add(path.extname(recipe.name));
    if (made % 25 === 0) say(`${made} files`);
    await rm(file);
  }
  assert.equal(made, count, 'there are recipes for as many files');
  assert.ok(longestMs < HANG_MS, `the slowest took ${longestMs} ms`);
  return {
    files: made,
    ...Object.fromEntries(
      Object.entries(tally).map(([verdict, times]) => [`${verdict}, by both decoders`, times]),
    ),
    'extensions accepted': [...extensions].sort().join(' '),
    'extensions without an encoder, unproven': UNPROVEN.join(' '),
    'slowest file, ms': Math.round(longestMs),
  };
}

/** Ffmpeg, without any of our options, gets at least one sample out of the first audio track. */
async function hasSamples(file: string): Promise<boolean> {
  const args = ['-nostdin', '-v', 'quiet', '-i', `file:${file}`, '-map', '0:a:0', '-f', 's16le', 'pipe:1'];
  const { stdout } = await run('ffmpeg', args, { encoding: 'buffer', maxBuffer: 1024 ** 3 }).catch(
    (error: { stdout: Buffer }) => error,
  );
  return stdout.length > 0;
}

async function read(decoder: MediaDecoder, file: string): Promise<string> {
  const output = `${file}.s16`;
  const options = {
    maxDurationMs: 3_600_000,
    signal: AbortSignal.timeout(2 * HANG_MS),
    onProgress: () => {},
  };
  try {
    await decoder.decode(file, output, options);
    return 'accepted';
  } catch (error) {
    assert.ok(
      error instanceof AppError && CALLED.includes(error.code),
      `${decoder.name} on ${file}: ${error}`,
    );
    return error.code;
  } finally {
    await rm(output, { force: true });
  }
}
