import { open, readFile } from 'node:fs/promises';

const HEADER_BYTES = 44;

/** Repeats the sample recording in one WAV file, up to this many minutes. @returns its duration in ms */
export async function writeLongRecording(sample: string, target: string, minutes: number): Promise<number> {
  const wav = await readFile(sample);
  const audio = wav.subarray(HEADER_BYTES);
  const bytesPerMs = wav.readUInt32LE(28) / 1000;
  const times = Math.floor((minutes * 60_000 * bytesPerMs) / audio.length);
  const header = Buffer.from(wav.subarray(0, HEADER_BYTES));
  header.writeUInt32LE(HEADER_BYTES - 8 + times * audio.length, 4);
  header.writeUInt32LE(times * audio.length, 40);
  const file = await open(target, 'w');
  await file.write(header);
  for (let time = 0; time < times; time += 1) await file.write(audio);
  await file.close();
  return (times * audio.length) / bytesPerMs;
}
