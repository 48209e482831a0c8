import { type FileHandle, open } from 'node:fs/promises';
import { quietestMs, type Span } from '@/app/domain/transcription/plan-segments';
import type { PcmFile } from '../port';

export const SAMPLE_RATE = 16_000;
export const SAMPLES_PER_MS = SAMPLE_RATE / 1000;
const BYTES_PER_SAMPLE = 2;

/** Reads parts of a decoded recording as samples from -1 to 1. */
export class PcmReader {
  readonly sampleCount: number;
  /** Whole milliseconds, no more than the file or its description holds. */
  readonly durationMs: number;
  readonly #file: FileHandle;

  private constructor(file: FileHandle, bytes: number, audio: PcmFile) {
    this.#file = file;
    this.sampleCount = Math.floor(bytes / BYTES_PER_SAMPLE);
    this.durationMs = Math.min(audio.durationMs, Math.floor(this.sampleCount / SAMPLES_PER_MS));
  }

  static async open(audio: PcmFile): Promise<PcmReader> {
    const file = await open(audio.path);
    const { size } = await file.stat();
    return new PcmReader(file, size, audio);
  }

  /** The samples from `start` on, fewer than `count` at the end of the file. */
  async read(start: number, count: number): Promise<Float32Array> {
    const wanted = Math.max(0, Math.min(count, this.sampleCount - start));
    const bytes = new Int16Array(wanted);
    let filled = 0;
    while (filled < bytes.byteLength) {
      const view = new Uint8Array(bytes.buffer, filled);
      const { bytesRead } = await this.#file.read(view, 0, view.length, start * BYTES_PER_SAMPLE + filled);
      if (bytesRead === 0) throw new Error('The decoded recording became shorter while it was read');
      filled += bytesRead;
    }
    const samples = new Float32Array(wanted);
    for (let i = 0; i < wanted; i += 1) samples[i] = bytes[i]! / 32_768;
    return samples;
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}

const STEP = 512;

/** The root mean square of samples. */
export function rootMeanSquare(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.sqrt(sum / samples.length);
}

/** The quietest moment in the middle half of a part of a recording, in ms from the recording's start. */
export function quietestMiddle(samples: Float32Array, { startMs, endMs }: Span): number {
  const rms = Array.from({ length: Math.ceil(samples.length / STEP) }, (_, step) =>
    rootMeanSquare(samples.subarray(step * STEP, (step + 1) * STEP)),
  );
  const quarterMs = (endMs - startMs) / 4;
  return startMs + quietestMs(quarterMs, 3 * quarterMs, { stepMs: STEP / SAMPLES_PER_MS, rms });
}
