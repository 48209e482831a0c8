import type { TimeRange } from '@/app/domain/transcript/time-range';
import { type PcmReader, rootMeanSquare, SAMPLES_PER_MS } from './pcm';

/**
 * How loud a few seconds of a recording are. It tells whether another decoding of the recording has the same sound at
 * the same time: a growing recording's clock may have leapt where the finished one has been mended.
 */
export interface SoundMark extends TimeRange {
  /** Loudness of equal steps. */
  levels: number[];
}

const STEP_MS = 32;
const LENGTH_MS = 3_200;
/** Speech that is shifted by 0.1 s is far below. */
const MIN_CORRELATION = 0.9;

/** Of the end of a stretch of speech. */
export async function markSound(pcm: PcmReader, { startMs, endMs }: TimeRange): Promise<SoundMark> {
  const range = { startMs: Math.max(startMs, endMs - LENGTH_MS), endMs };
  return { ...range, levels: await readLevels(pcm, range) };
}

export async function hasSound(pcm: PcmReader, { levels, ...range }: SoundMark): Promise<boolean> {
  return correlation(levels, await readLevels(pcm, range)) >= MIN_CORRELATION;
}

async function readLevels(pcm: PcmReader, { startMs, endMs }: TimeRange): Promise<number[]> {
  const samples = await pcm.read(startMs * SAMPLES_PER_MS, (endMs - startMs) * SAMPLES_PER_MS);
  const step = STEP_MS * SAMPLES_PER_MS;
  return Array.from(
    { length: Math.floor(samples.length / step) },
    (_, index) => Math.round(1e5 * rootMeanSquare(samples.subarray(index * step, (index + 1) * step))) / 1e5,
  );
}

/** -1 to 1; 0 for lists of different lengths, and when one never changes unless both are equal. */
function correlation(one: readonly number[], other: readonly number[]): number {
  if (one.length !== other.length) return 0;
  const [first, second] = [deviations(one), deviations(other)];
  const product = first.reduce((sum, value, index) => sum + value * second[index]!, 0);
  const scale = Math.sqrt(squareSum(first) * squareSum(second));
  if (scale === 0) return one.every((value, index) => value === other[index]) ? 1 : 0;
  return product / scale;
}

function deviations(values: readonly number[]): number[] {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.map((value) => value - mean);
}

const squareSum = (values: readonly number[]) => values.reduce((sum, value) => sum + value * value, 0);
