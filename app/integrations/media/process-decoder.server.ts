import type { ChildProcess } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { settings } from '@/app/config/env.server';
import { AppError } from '@/app/domain/errors';
import { ChildFailure, runChild } from './child-run.server';
import type { AudioFindings, Verdict } from './findings';
import type { MediaDecoder, Mp3Rate } from './port';

/**
 * The two child processes that an adapter brings. Both read one file and write to stdout, so that
 * neither needs the right to write a file, and both end when nobody reads them any more.
 */
export interface DecoderPrograms {
  name: string;
  startProbe(inputPath: string, longestMs: number): ChildProcess;
  /** @returns null when the child said nothing of use */
  readFindings(stdout: Readable, longestMs: number): Promise<Verdict | null>;
  /** Writes the samples as the port describes them. */
  startDecode(inputPath: string, audio: AudioFindings): ChildProcess;
  /** Writes the mp3 as the port describes it. */
  startEncode(samplesPath: string, kbitPerSecond: Mp3Rate): ChildProcess;
  /**
   * What a child's exit code means: 'done', with what could be read; 'cannot', the file is to blame if
   * nothing was written; 'broken', the child itself is.
   */
  readExitCode(exitCode: number): 'done' | 'cannot' | 'broken';
}

export interface DecoderLimits {
  /** Of a recording; a longer one is not read to its end. */
  longestMs: number;
  maxMemoryBytes: number;
  probeTimeoutMs: (fileBytes: number) => number;
  decodeTimeoutMs: (durationMs: number) => number;
}

export const defaultLimits: DecoderLimits = {
  longestMs: settings.maxFileMs,
  maxMemoryBytes: 1024 ** 3,
  probeTimeoutMs: (fileBytes) => 60_000 + (fileBytes / 1024 ** 3) * 60_000,
  decodeTimeoutMs: (durationMs) => 10 * 60_000 + durationMs / 4,
};

const BYTES_PER_MS = 32;
const HOUR_MS = 3_600_000;
/** A probe hears what is no longer than this out, or all of what goes on after its packets say that it ends. */
const HEARD_OUT_MS = 3 * 60_000;
/** Progress is told in steps of this fraction, so that an hour is not told ten thousand times. */
const PROGRESS_STEP = 0.01;

/** The decoder of the port over an adapter's programs: limits, verdicts and the output file are the same for all. */
export function createProcessDecoder(
  programs: DecoderPrograms,
  limits: DecoderLimits = defaultLimits,
): MediaDecoder {
  const { maxMemoryBytes, longestMs } = limits;

  /** As `probe` of the port, but a child that fails is a ChildFailure. */
  async function inspect(inputPath: string, signal?: AbortSignal) {
    const { size } = await stat(inputPath);
    if (size === 0) throw new AppError('media.invalid');
    const { exitCode, complaint, result } = await runChild(
      programs.startProbe(inputPath, longestMs),
      { maxMemoryBytes, timeoutMs: limits.probeTimeoutMs(size), signal },
      async (stdout) => {
        const result = await programs.readFindings(stdout, longestMs);
        return { result, enough: result === 'too-long' };
      },
    );
    if (result === 'too-long') throw new AppError('media.too-long', { limit: longestMs / HOUR_MS });
    if (result === 'refused') {
      throw new AppError(/Format not on whitelist/.test(complaint) ? 'media.unsupported' : 'media.invalid');
    }
    if (!result && programs.readExitCode(exitCode) === 'cannot') throw new AppError('media.invalid');
    if (!result || exitCode !== 0) {
      throw new Error(`${programs.name}: probe ended with ${exitCode}: ${complaint}`);
    }
    if (!result.audio) throw new AppError('media.no-audio');
    return { format: result.format, audio: result.audio, fileBytes: size };
  }

  /** Decodes the track, and gives the samples to `consume`. @returns what that counted, more than 0 */
  async function hear(
    input: string,
    audio: AudioFindings,
    bounds: { timeoutMs: number; signal?: AbortSignal | undefined },
    consume: (stdout: Readable) => Promise<{ result: number; enough?: boolean }>,
  ): Promise<number> {
    const child = programs.startDecode(input, audio);
    const { exitCode, complaint, result } = await runChild(child, { maxMemoryBytes, ...bounds }, consume);
    const meaning = programs.readExitCode(exitCode);
    if (meaning === 'broken' || (meaning === 'cannot' && result > 0)) {
      throw new Error(`${programs.name}: decode ended with ${exitCode}: ${complaint}`);
    }
    if (result === 0) throw new AppError('media.invalid');
    return result;
  }

  /**
   * How long a track plays. Packets are quickly gone through, but what they say of their length may be nothing, or
   * wrong; the decoder has the last word as far as it can give it soon.
   */
  async function measure({ audio, fileBytes }: Awaited<ReturnType<typeof inspect>>, input: string) {
    const isLong = audio.durationMs >= HEARD_OUT_MS;
    const mostMs = isLong ? HEARD_OUT_MS : longestMs + 1;
    const bytes = await hear(input, audio, { timeoutMs: limits.probeTimeoutMs(fileBytes) }, (stdout) =>
      countSamples(stdout, (mostMs - audio.leadMs) * BYTES_PER_MS),
    );
    const heardMs = Math.round(audio.leadMs + bytes / BYTES_PER_MS);
    if (heardMs === 0) throw new AppError('media.invalid');
    if (heardMs < mostMs) return heardMs;
    if (!isLong) throw new AppError('media.too-long', { limit: longestMs / HOUR_MS });
    return audio.durationMs;
  }

  return {
    name: programs.name,

    async probe(inputPath) {
      try {
        const input = path.resolve(inputPath);
        const found = await inspect(input);
        return { format: found.format, durationMs: await measure(found, input) };
      } catch (error) {
        if (error instanceof ChildFailure) throw new AppError('media.invalid');
        throw error;
      }
    },

    async decode(inputPath, outputPath, { maxDurationMs, signal, onProgress }) {
      const input = path.resolve(inputPath);
      const { audio } = await inspect(input, signal);
      const expectedMs = Math.min(audio.durationMs, maxDurationMs);
      let told = 0;
      const tell = (fraction: number) => {
        if (fraction < told + PROGRESS_STEP || fraction >= 1) return;
        told = fraction;
        onProgress(fraction);
      };
      try {
        const bytes = await hear(
          input,
          audio,
          { timeoutMs: limits.decodeTimeoutMs(expectedMs), signal },
          (stdout) =>
            writeSamples(
              stdout,
              outputPath,
              { leadBytes: audio.leadMs * BYTES_PER_MS, maxBytes: Math.floor(maxDurationMs) * BYTES_PER_MS },
              (written) => tell(written / BYTES_PER_MS / expectedMs),
            ),
        );
        onProgress(1);
        return { durationMs: Math.round(bytes / BYTES_PER_MS) };
      } catch (error) {
        await rm(outputPath, { force: true });
        throw error;
      }
    },

    async encode(samplesPath, outputPath, { kbitPerSecond, signal }) {
      const samples = path.resolve(samplesPath);
      const durationMs = (await stat(samples)).size / BYTES_PER_MS;
      try {
        const { exitCode, complaint } = await runChild(
          programs.startEncode(samples, kbitPerSecond),
          { maxMemoryBytes, timeoutMs: limits.decodeTimeoutMs(durationMs), signal },
          // By its iterator: a stream that somebody listens to for 'readable' does not flow.
          async (stdout) => ({ result: await pipeline(stdout.iterator(), createWriteStream(outputPath)) }),
        );
        if (exitCode !== 0) throw new Error(`${programs.name}: encode ended with ${exitCode}: ${complaint}`);
      } catch (error) {
        await rm(outputPath, { force: true });
        throw error;
      }
    },
  };
}

/** @returns the bytes of samples, no more than a little above `maxBytes` */
async function countSamples(stdout: Readable, maxBytes: number) {
  let bytes = 0;
  for await (const chunk of stdout as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes >= maxBytes) return { result: bytes, enough: true };
  }
  return { result: bytes };
}

/** @returns the bytes of samples written; 0 when there was nothing but the silence before them */
async function writeSamples(
  stdout: Readable,
  outputPath: string,
  { leadBytes, maxBytes }: { leadBytes: number; maxBytes: number },
  onWritten: (bytes: number) => void,
) {
  const file = await open(outputPath, 'w');
  let written = 0;
  try {
    for await (const chunk of stdout as AsyncIterable<Buffer>) {
      const samples = written === 0 ? Buffer.concat([Buffer.alloc(leadBytes), chunk]) : chunk;
      const part = samples.subarray(0, maxBytes - written);
      await file.writeFile(part);
      written += part.length;
      onWritten(written);
      if (written >= maxBytes) return { result: written, enough: true };
    }
    return { result: written };
  } finally {
    await file.close();
  }
}
