import { type FileHandle, open } from 'node:fs/promises';
import { quietestMs } from '@/app/domain/speech/plan-segments';
import type { TimeRange } from '@/app/domain/transcript/time-range';
import type { PcmFile } from '../port';

export const SAMPLE_RATE = 16_000;
export const SAMPLES_PER_MS = SAMPLE_RATE / 1000;
const BYTES_PER_SAMPLE = 2;
const SCRATCH = 32_768;

/** Reads a decoded recording as samples from -1 to 1. */
export class PcmReader {
  #sampleCount: number;
  readonly #statedMs: number;
  readonly #file: FileHandle;
  readonly #scratch = new Int16Array(SCRATCH);

  private constructor(file: FileHandle, bytes: number, audio: PcmFile) {
    this.#file = file;
    this.#sampleCount = Math.floor(bytes / BYTES_PER_SAMPLE);
    this.#statedMs = audio.durationMs;
  }

  get sampleCount(): number {
    return this.#sampleCount;
  }

  /** Whole milliseconds; the shorter of file length and stated duration. */
  get durationMs(): number {
    return Math.min(this.#statedMs, Math.floor(this.#sampleCount / SAMPLES_PER_MS));
  }

  /** Finds what was added to the file since it was opened. */
  async refresh(): Promise<void> {
    const { size } = await this.#file.stat();
    this.#sampleCount = Math.floor(size / BYTES_PER_SAMPLE);
  }

  static async open(audio: PcmFile): Promise<PcmReader> {
    const file = await open(audio.path);
    const { size } = await file.stat();
    return new PcmReader(file, size, audio);
  }

  /** Fewer than `count` at the end of the file. @param into reused when large enough, against garbage */
  async read(start: number, count: number, into?: Float32Array): Promise<Float32Array> {
    const wanted = Math.max(0, Math.min(count, this.#sampleCount - start));
    const samples = into && into.length >= wanted ? into.subarray(0, wanted) : new Float32Array(wanted);
    for (let done = 0; done < wanted; done += this.#scratch.length) {
      const part = this.#scratch.subarray(0, Math.min(this.#scratch.length, wanted - done));
      await this.#fill(part, start + done);
      for (let i = 0; i < part.length; i += 1) samples[done + i] = part[i]! / 32_768;
    }
    return samples;
  }

  async #fill(part: Int16Array, start: number): Promise<void> {
    let filled = 0;
    while (filled < part.byteLength) {
      const view = new Uint8Array(part.buffer, part.byteOffset + filled, part.byteLength - filled);
      const { bytesRead } = await this.#file.read(view, 0, view.length, start * BYTES_PER_SAMPLE + filled);
      if (bytesRead === 0) throw new Error('The decoded recording became shorter while it was read');
      filled += bytesRead;
    }
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}

const STEP = 512;

export function rootMeanSquare(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.sqrt(sum / samples.length);
}

/** The quietest position in the middle half of a segment, in ms from the recording's start. */
export function quietestMiddle(samples: Float32Array, { startMs, endMs }: TimeRange): number {
  const rms = Array.from({ length: Math.ceil(samples.length / STEP) }, (_, step) =>
    rootMeanSquare(samples.subarray(step * STEP, (step + 1) * STEP)),
  );
  const quarterMs = (endMs - startMs) / 4;
  return startMs + quietestMs(quarterMs, 3 * quarterMs, { stepMs: STEP / SAMPLES_PER_MS, rms });
}
