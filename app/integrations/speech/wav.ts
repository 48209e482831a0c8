import { createReadStream } from 'node:fs';
import type { PcmFile } from './port';

const SAMPLE_RATE = 16_000;
const BYTES_PER_SAMPLE = 2;
const BYTES_PER_MS = (SAMPLE_RATE * BYTES_PER_SAMPLE) / 1000;
const HEADER_BYTES = 44;
/** Limit of the 32-bit size field; readers treat a longer recording as extending to the end of the file. */
const LARGEST_SIZE = 0xffff_ffff;

/** Header of a RIFF WAVE file of 16-bit mono samples at 16 kHz. */
function header(dataBytes: number): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(Math.min(LARGEST_SIZE, dataBytes + HEADER_BYTES - 8), 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(SAMPLE_RATE, 24);
  bytes.writeUInt32LE(SAMPLE_RATE * BYTES_PER_SAMPLE, 28);
  bytes.writeUInt16LE(BYTES_PER_SAMPLE, 32);
  bytes.writeUInt16LE(BYTES_PER_SAMPLE * 8, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(Math.min(LARGEST_SIZE, dataBytes), 40);
  return bytes;
}

/** Streams an audio range of a decoded recording as a WAV file. */
export async function* wavOf(audio: PcmFile, fromMs = 0, toMs = audio.durationMs): AsyncGenerator<Buffer> {
  const [start, end] = [fromMs * BYTES_PER_MS, toMs * BYTES_PER_MS];
  yield header(end - start);
  if (end > start) yield* createReadStream(audio.path, { start, end: end - 1 });
}
