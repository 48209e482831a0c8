import { readFileSync } from 'node:fs';
import path from 'node:path';
import { wav } from '@/tests/factories/wav';

/** A file's bytes in the type that Blob accepts. */
type Recording = Buffer<ArrayBuffer>;

const WAV_HEADER_BYTES = 44;
/** Low sample rate, so that a long recording is a small file. */
const SILENT_SAMPLES_PER_SECOND = 1000;

/** The bundled sample recording: 72 seconds, two speakers. */
export function sampleRecording(): Recording {
  return readFileSync(path.resolve(import.meta.dirname, '../../../public/sample/reuniao.wav'));
}

/** The sample recording `times` over. */
export function longSample(times: number): Recording {
  const sample = sampleRecording();
  const samples = sample.subarray(WAV_HEADER_BYTES);
  return wav(Buffer.concat(Array.from({ length: times }, () => samples)), {
    samplesPerSecond: sample.readUInt32LE(24),
    bytesPerSample: 2,
  });
}

/** A silent recording. */
export function silence(seconds: number, samplesPerSecond = SILENT_SAMPLES_PER_SECOND): Recording {
  const samples = Buffer.alloc(seconds * samplesPerSecond, 0x80);
  return wav(samples, { samplesPerSecond, bytesPerSample: 1 });
}
