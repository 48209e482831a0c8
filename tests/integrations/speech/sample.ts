import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { projectDir } from '@/app/config/env.server';
import type { PcmFile } from '@/app/integrations/speech/port';

interface ReferenceTurn {
  speaker: string;
  /** In seconds. */
  start: number;
  end: number;
  /** Spoken text, normalised: without capitals and punctuation. */
  norm: string;
}

const WAV_HEADER_BYTES = 44;
const BYTES_PER_MS = 32;

const wav = () => readFileSync(path.join(projectDir, 'public/sample/reuniao.wav'));

/** Reference transcript of the sample recording. */
export function sampleReference(): ReferenceTurn[] {
  return JSON.parse(readFileSync(path.join(projectDir, 'tests/factories/sample/reuniao.json'), 'utf8')).turns;
}

/** Writes 16-bit samples in the decoder's format. */
export async function writePcm(file: string, pcm: Buffer): Promise<PcmFile> {
  await writeFile(file, pcm);
  return { path: file, durationMs: Math.floor(pcm.length / BYTES_PER_MS) };
}

/** Writes the decoded sample recording, repeated `times` times. */
export function writeSample(file: string, times = 1): Promise<PcmFile> {
  const once = wav().subarray(WAV_HEADER_BYTES);
  return writePcm(file, Buffer.concat(Array.from({ length: times }, () => once)));
}
