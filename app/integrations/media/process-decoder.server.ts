import type { ChildProcess } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { settings } from '@/app/config/env.server';
import { AppError } from '@/app/domain/errors';
import { feedGrowing } from './feed-growing.server';
import type { MediaDecoder, Mp3Rate } from './port';
import type { AudioProbeResult, ProbeOutcome } from './probe-result';
import { ChildFailure, type ChildResult, runChild } from './run-child.server';

/** Each reads one file and writes to stdout, to need no write permission, and exits when that is closed. */
interface DecoderPrograms {
  name: string;
  startProbe(inputPath: string, longestMs: number): ChildProcess;
  /** @returns null when the child gave no usable output */
  parseProbe(stdout: Readable, longestMs: number): Promise<ProbeOutcome | null>;
  /** Writes samples to stdout, in the format of `MediaDecoder.decode`. */
  startDecode(inputPath: string, audio: AudioProbeResult): ChildProcess;
  /** Reads a recording from its stdin as it comes, and writes samples to stdout as soon as it has them. */
  startFollow(): ChildProcess;
  /** Writes the mp3 to stdout, in the format of `MediaDecoder.encode`. */
  startEncode(samplesPath: string, kbitPerSecond: Mp3Rate): ChildProcess;
  /** 'done': it wrote all that was readable; 'cannot': the file is at fault if it wrote nothing. */
  interpretExitCode(exitCode: number): 'done' | 'cannot' | 'broken';
}

export interface DecoderLimits {
  /** Maximum duration of a recording; probing stops beyond it. */
  maxRecordingMs: number;
  maxMemoryBytes: number;
  probeTimeoutMs: (fileBytes: number) => number;
  decodeTimeoutMs: (durationMs: number) => number;
}

export const defaultLimits: DecoderLimits = {
  maxRecordingMs: settings.maxFileMs,
  maxMemoryBytes: 1024 ** 3,
  probeTimeoutMs: (fileBytes) => 60_000 + (fileBytes / 1024 ** 3) * 60_000,
  decodeTimeoutMs: (durationMs) => 10 * 60_000 + durationMs / 4,
};

const BYTES_PER_MS = 32;
const HOUR_MS = 3_600_000;
/** Timers of Node run at once when they are longer. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** Probing decodes recordings up to this length, and this much of longer ones, to check the times. */
const FULL_DECODE_LIMIT_MS = 3 * 60_000;
/** Throttles progress reports: minimum step between two of them, as a fraction. */
const PROGRESS_STEP = 0.01;

/** Handles limits, verdicts and the output file for all adapters. */
export function createProcessDecoder(
  programs: DecoderPrograms,
  limits: DecoderLimits = defaultLimits,
): MediaDecoder {
  const { maxMemoryBytes, maxRecordingMs } = limits;

  /** Like `MediaDecoder.probe`, but rejects with ChildFailure when the child fails. */
  async function probeTrack(inputPath: string, signal?: AbortSignal) {
    const { size } = await stat(inputPath);
    if (size === 0) throw new AppError('media.invalid');
    const ended = await runChild(
      programs.startProbe(inputPath, maxRecordingMs),
      { maxMemoryBytes, timeoutMs: limits.probeTimeoutMs(size), signal },
      async (stdout) => {
        const result = await programs.parseProbe(stdout, maxRecordingMs);
        return { result, enough: result === 'too-long' };
      },
    );
    const { format, audio } = readableTrack(ended);
    if (!audio) throw new AppError('media.no-audio');
    return { format, audio, fileBytes: size };
  }

  /** @throws AppError when the file is at fault, Error when the program is */
  function readableTrack({ exitCode, stderrTail, result }: ChildResult<ProbeOutcome | null>) {
    if (result === 'too-long') throw new AppError('media.too-long', { limit: maxRecordingMs / HOUR_MS });
    if (result === 'refused') {
      throw new AppError(/Format not on whitelist/.test(stderrTail) ? 'media.unsupported' : 'media.invalid');
    }
    if (!result && programs.interpretExitCode(exitCode) === 'cannot') throw new AppError('media.invalid');
    if (!result || exitCode !== 0) {
      throw new Error(`${programs.name}: probe ended with ${exitCode}: ${stderrTail}`);
    }
    return result;
  }

  /** Decodes the track and passes the samples to `consume`. @returns the result of `consume`, more than 0 */
  function decodeTrack(
    input: string,
    audio: AudioProbeResult,
    bounds: { timeoutMs: number; signal?: AbortSignal | undefined },
    consume: (stdout: Readable) => Promise<{ result: number; enough?: boolean }>,
  ): Promise<number> {
    return measureSamples(programs.startDecode(input, audio), bounds, consume);
  }

  /** Passes the samples that a decoding child writes to `consume`. @returns as `decodeTrack` */
  async function measureSamples(
    child: ChildProcess,
    bounds: { timeoutMs: number; signal?: AbortSignal | undefined },
    consume: (stdout: Readable) => Promise<{ result: number; enough?: boolean }>,
  ): Promise<number> {
    const { exitCode, stderrTail, result } = await runChild(child, { maxMemoryBytes, ...bounds }, consume);
    const meaning = programs.interpretExitCode(exitCode);
    if (meaning === 'broken' || (meaning === 'cannot' && result > 0)) {
      throw new Error(`${programs.name}: decode ended with ${exitCode}: ${stderrTail}`);
    }
    if (result === 0) throw new AppError('media.invalid');
    return result;
  }

  /**
   * Reading packets is fast, but their durations may be missing or wrong. The track is therefore decoded as
   * well, for three minutes if it is longer, and a decoder that ends earlier decides.
   */
  async function measureDurationMs(
    { audio, fileBytes }: Awaited<ReturnType<typeof probeTrack>>,
    input: string,
  ) {
    const isLong = audio.durationMs >= FULL_DECODE_LIMIT_MS;
    const mostMs = isLong ? FULL_DECODE_LIMIT_MS : maxRecordingMs + 1;
    const bytes = await decodeTrack(input, audio, { timeoutMs: limits.probeTimeoutMs(fileBytes) }, (stdout) =>
      countSamples(stdout, (mostMs - audio.leadMs) * BYTES_PER_MS),
    );
    const heardMs = Math.round(audio.leadMs + bytes / BYTES_PER_MS);
    if (heardMs === 0) throw new AppError('media.invalid');
    if (heardMs < mostMs) return heardMs;
    if (!isLong) throw new AppError('media.too-long', { limit: maxRecordingMs / HOUR_MS });
    return audio.durationMs;
  }

  return {
    name: programs.name,

    async probe(inputPath) {
      try {
        const input = path.resolve(inputPath);
        const found = await probeTrack(input);
        return { format: found.format, durationMs: await measureDurationMs(found, input) };
      } catch (error) {
        if (error instanceof ChildFailure) throw new AppError('media.invalid');
        throw error;
      }
    },

    async decode(inputPath, outputPath, { maxDurationMs, signal, onProgress }) {
      const input = path.resolve(inputPath);
      const { audio } = await probeTrack(input, signal);
      const expectedMs = Math.min(audio.durationMs, maxDurationMs);
      let reportedFraction = 0;
      const reportProgress = (fraction: number) => {
        if (fraction < reportedFraction + PROGRESS_STEP || fraction >= 1) return;
        reportedFraction = fraction;
        onProgress(fraction);
      };
      try {
        const bytes = await decodeTrack(
          input,
          audio,
          { timeoutMs: limits.decodeTimeoutMs(expectedMs), signal },
          (stdout) =>
            writeSamples(
              stdout,
              outputPath,
              { leadBytes: audio.leadMs * BYTES_PER_MS, maxBytes: Math.floor(maxDurationMs) * BYTES_PER_MS },
              (written) => reportProgress(written / BYTES_PER_MS / expectedMs),
            ),
        );
        onProgress(1);
        return { durationMs: Math.round(bytes / BYTES_PER_MS) };
      } catch (error) {
        await rm(outputPath, { force: true });
        throw error;
      }
    },

    async follow(inputPath, outputPath, { ended, signal }) {
      const child = programs.startFollow();
      const over = new AbortController();
      const feeding = feedGrowing(path.resolve(inputPath), child.stdin!, { ended, over: over.signal });
      try {
        const bytes = await measureSamples(
          child,
          { timeoutMs: Math.min(maxRecordingMs + limits.decodeTimeoutMs(0), LONGEST_TIMER_MS), signal },
          (stdout) =>
            writeSamples(
              stdout,
              outputPath,
              { leadBytes: 0, maxBytes: maxRecordingMs * BYTES_PER_MS },
              () => {},
            ),
        );
        return { durationMs: Math.round(bytes / BYTES_PER_MS) };
      } catch (error) {
        await rm(outputPath, { force: true });
        throw error;
      } finally {
        over.abort();
        await feeding;
      }
    },

    async encode(samplesPath, outputPath, { kbitPerSecond, signal }) {
      const samples = path.resolve(samplesPath);
      const durationMs = (await stat(samples)).size / BYTES_PER_MS;
      try {
        const { exitCode, stderrTail } = await runChild(
          programs.startEncode(samples, kbitPerSecond),
          { maxMemoryBytes, timeoutMs: limits.decodeTimeoutMs(durationMs), signal },
          // Read through the iterator: a stream with a 'readable' listener does not flow.
          async (stdout) => ({ result: await pipeline(stdout.iterator(), createWriteStream(outputPath)) }),
        );
        if (exitCode !== 0) throw new Error(`${programs.name}: encode ended with ${exitCode}: ${stderrTail}`);
      } catch (error) {
        await rm(outputPath, { force: true });
        throw error;
      }
    },
  };
}

/** @returns bytes of samples; counting stops slightly above `maxBytes` */
async function countSamples(stdout: Readable, maxBytes: number) {
  let bytes = 0;
  for await (const chunk of stdout as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes >= maxBytes) return { result: bytes, enough: true };
  }
  return { result: bytes };
}

/** @returns bytes of samples written; 0 when there was nothing after the leading silence */
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
