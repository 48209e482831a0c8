import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { AppError, type AppErrorCode } from '@/app/domain/errors';
import { RECORDING_EXTENSIONS } from '@/app/domain/transcription/recording-file';
import { createFfmpegDecoder, findFfmpeg } from '@/app/integrations/media/ffmpeg/ffmpeg.server';
import { createLibavDecoder } from '@/app/integrations/media/libav/libav.server';
import type { MediaDecoder } from '@/app/integrations/media/port';
import { type Recipe, recipes, UNTESTED_EXTENSIONS } from './media-set';
import { Random } from './random';
import { type Figures, printProgress, type Soak } from './soak';

const run = promisify(execFile);

const HANG_MS = 30_000;
const AT_ONCE = 3;
/** Encoder delay, last frame, and rounding of the container. */
const TOLERANCE_MS = 200;
/** Before decoding, the last packet counts as long as the others: at most 4096 samples at 8 kHz. */
const PROBE_TOLERANCE_MS = 512 + TOLERANCE_MS;
const BYTES_PER_MS = 32;
/** Error codes about a file, all with a message in the catalogue. */
const CALLED: AppErrorCode[] = ['media.unsupported', 'media.invalid', 'media.no-audio'];

/** Compares both decoders on real files of all extensions with plain ffmpeg. */
export const soak: Soak = ({ count, seed }) => compareDecoders(recipes(new Random(seed)), count);

/**
 * Creates up to `count` files and decodes each with every adapter.
 * @throws AssertionError when a decoder accepts a file that ffmpeg cannot read, rejects one that it can,
 * rejects one without an error code of the catalogue, reads another duration, or takes more than 30 s
 */
export async function compareDecoders(all: Recipe[], count: number): Promise<Figures> {
  const folder = await mkdtemp(path.join(tmpdir(), 'celeste-media-set-'));
  const programs = findFfmpeg(process.env.PATH ?? '');
  assert.ok(programs, 'ffmpeg makes the files, and judges');
  const decoders = [createFfmpegDecoder(programs), createLibavDecoder()];
  const tally: Record<string, number> = {};
  const accepted = new Set<string>();
  const wrong: string[] = [];
  let longest = { ms: 0, name: '' };
  let made = 0;
  const waiting = all.values();
  const judgeInTurn = async () => {
    for (const recipe of waiting) {
      const file = path.join(folder, recipe.name);
      if (made >= count) return;
      if (!(await recipe.make(file))) continue;
      made += 1;
      if (made % 25 === 0) printProgress(`${made} files`);
      await judgeOne(recipe, file);
      await rm(file);
    }
  };
  const judgeOne = async (recipe: Recipe, file: string) => {
    const audibleMs = await audible(file);
    if (recipe.isWhole) assert.ok(audibleMs > 0, `the encoder made something of ${recipe.name}`);
    for (const decoder of decoders) {
      const startedAt = performance.now();
      const verdict = await read(decoder, file);
      const ms = Math.round(performance.now() - startedAt);
      if (ms > longest.ms) longest = { ms, name: `${decoder.name} on ${recipe.name}` };
      const complaint = objection(recipe, audibleMs, verdict);
      if (complaint) wrong.push(`${decoder.name} on ${recipe.name}: ${complaint}`);
      if (verdict.code === 'accepted' && !recipe.isRenamed) accepted.add(path.extname(recipe.name));
      tally[verdict.code] = (tally[verdict.code] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, judgeInTurn));
  assert.deepEqual(wrong, []);
  assert.ok(made >= count, 'there are recipes for as many files');
  assert.ok(longest.ms < HANG_MS, `${longest.name} took ${longest.ms} ms`);
  await rm(folder, { recursive: true });
  return {
    files: made,
    ...Object.fromEntries(
      Object.entries(tally).map(([code, times]) => [
        `${code}, of ${decoders.length} decoders' verdicts`,
        times,
      ]),
    ),
    'extensions of which some were accepted': accepted.size,
    'extensions without an encoder, unproven': UNTESTED_EXTENSIONS.join(' '),
    'other extensions of which none was accepted this time':
      RECORDING_EXTENSIONS.filter((one) => !accepted.has(one) && !UNTESTED_EXTENSIONS.includes(one)).join(
        ' ',
      ) || 'none',
    'slowest verdict, ms': `${longest.ms} (${longest.name})`,
  };
}

interface Verdict {
  code: 'accepted' | AppErrorCode;
  /** For accepted files. */
  durationMs: number;
  probedMs: number;
}

/** @returns what is wrong with a verdict; null when it is right */
function objection({ isWhole, refusal }: Recipe, audibleMs: number, verdict: Verdict): string | null {
  const { code, durationMs, probedMs } = verdict;
  if ((code === 'accepted') !== audibleMs > 0) return `${code}, while ffmpeg reads ${audibleMs} ms`;
  if (refusal && code !== refusal) return `${code} in place of ${refusal}`;
  if (!isWhole) return null;
  const isNear =
    Math.abs(durationMs - audibleMs) <= TOLERANCE_MS && Math.abs(probedMs - audibleMs) <= PROBE_TOLERANCE_MS;
  return isNear ? null : `${probedMs} ms probed and ${durationMs} ms read of ${audibleMs} ms`;
}

/** Duration of the first audio track as plain ffmpeg decodes it, in ms. */
async function audible(file: string): Promise<number> {
  const args = ['-nostdin', '-v', 'quiet', '-i', `file:${file}`, '-map', '0:a:0', '-ar', '16000', '-ac', '1'];
  const { stdout } = await run('ffmpeg', [...args, '-f', 's16le', 'pipe:1'], {
    encoding: 'buffer',
    maxBuffer: 1024 ** 3,
  }).catch((error: { stdout: Buffer }) => error);
  return stdout.length / BYTES_PER_MS;
}

async function read(decoder: MediaDecoder, file: string): Promise<Verdict> {
  const output = `${file}.s16`;
  const options = {
    maxDurationMs: 3_600_000,
    signal: AbortSignal.timeout(2 * HANG_MS),
    onProgress: () => {},
  };
  try {
    const { durationMs: probedMs } = await decoder.probe(file);
    const { durationMs } = await decoder.decode(file, output, options);
    return { code: 'accepted', durationMs, probedMs };
  } catch (error) {
    const isCalled = error instanceof AppError && CALLED.includes(error.code);
    assert.ok(isCalled, `${decoder.name} on ${file}: ${error}`);
    return { code: error.code, durationMs: 0, probedMs: 0 };
  } finally {
    await rm(output, { force: true });
  }
}
