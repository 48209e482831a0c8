import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { AppError, type AppErrorCode } from '@/app/domain/errors';
import { createFfmpegDecoder, findFfmpeg } from '@/app/integrations/media/ffmpeg/ffmpeg.server';
import { createLibavDecoder } from '@/app/integrations/media/libav/libav.server';
import type { MediaDecoder } from '@/app/integrations/media/port';
import type { DecoderLimits } from '@/app/integrations/media/process-decoder.server';

export interface Adapter {
  name: string;
  create: (limits?: DecoderLimits) => MediaDecoder;
}

/** The system's ffmpeg: one of the adapters, and the encoder of the recordings in most containers. */
export const ffmpegPrograms = findFfmpeg(process.env.PATH ?? '');

/**
 * Every adapter that this machine can run. Without ffmpeg that is libav only, which fails on CI and is shown
 * as a skipped suite.
 */
export function availableAdapters(): Adapter[] {
  const libav = { name: 'libav', create: createLibavDecoder };
  if (ffmpegPrograms) {
    return [libav, { name: 'ffmpeg', create: (limits) => createFfmpegDecoder(ffmpegPrograms, limits) }];
  }
  const message = 'ffmpeg and ffprobe are not on PATH: their adapter and most containers stay untested';
  if (process.env.CI === 'true') throw new Error(message);
  process.stderr.write(`${message}\n`);
  describe.skip('ffmpeg', () => it('decodes as libav does', () => {}));
  return [libav];
}

/** Creates a temporary folder, deleted after the test file. */
export async function createTestFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'celeste-media-'));
  afterAll(() => rm(folder, { recursive: true }));
  return folder;
}

export const newOutput = (folder: string) => path.join(folder, `${randomUUID()}.pcm`);

export function decode(
  decoder: MediaDecoder,
  input: string,
  output: string,
  options: Partial<Parameters<MediaDecoder['decode']>[2]> = {},
) {
  return decoder.decode(input, output, {
    maxDurationMs: 1000 * 3_600_000,
    signal: new AbortController().signal,
    onProgress: () => {},
    ...options,
  });
}

/** Expects that `probe` and `decode` reject the file with one of the codes and leave no output. */
export async function expectRejection(
  decoder: MediaDecoder,
  input: string,
  output: string,
  codes: AppErrorCode[],
) {
  for (const call of [() => decoder.probe(input), () => decode(decoder, input, output)]) {
    const error = await call().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AppError);
    expect(codes).toContain((error as AppError).code);
  }
  expect(existsSync(output)).toBe(false);
}
