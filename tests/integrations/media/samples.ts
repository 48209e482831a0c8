import { readFile } from 'node:fs/promises';

/** Reads a file of 16-bit, 16 kHz mono samples. */
export async function readSamples(file: string) {
  const bytes = await readFile(file);
  const samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
  return { durationMs: samples.length / 16, samples };
}

/** Frequency of a tone within a time range, from its zero crossings. */
export function pitchHz(samples: Int16Array, fromMs: number, toMs: number): number {
  const part = samples.subarray(fromMs * 16, toMs * 16);
  let rises = 0;
  for (let index = 1; index < part.length; index++) {
    if (part[index - 1]! < 0 && part[index]! >= 0) rises++;
  }
  return (rises * 16_000) / part.length;
}

export const loudest = (samples: Int16Array, fromMs: number, toMs: number) =>
  samples.subarray(fromMs * 16, toMs * 16).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
