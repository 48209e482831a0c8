import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export const TONE_HZ = 300;

/** Samples of a sine tone, 16 bits, mono. */
export function tone(seconds: number, sampleRate = 16_000, hz = TONE_HZ): Buffer {
  const samples = Buffer.alloc(Math.round(seconds * sampleRate) * 2);
  for (let index = 0; index < samples.length / 2; index++) {
    samples.writeInt16LE(Math.round(8000 * Math.sin((2 * Math.PI * hz * index) / sampleRate)), index * 2);
  }
  return samples;
}

/** Pseudo-random bytes, the same in every run. */
export function noise(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let state = 1;
  for (let index = 0; index < length; index++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[index] = state >>> 24;
  }
  return bytes;
}

/** An AMR narrow-band file of 12.2 kbit/s frames, 20 ms each (RFC 4867, 5.1), which libav cannot encode. */
export function amr(frames: number): Buffer {
  const frame = Buffer.alloc(32);
  frame[0] = 7 << 3;
  return Buffer.concat([Buffer.from('#!AMR\n'), ...Array<Buffer>(frames).fill(frame)]);
}

export async function store(folder: string, name: string, content: Buffer | string): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, content);
  return file;
}

/** Creates recordings in other containers with the system's ffmpeg. */
export function recordingStudio(ffmpeg: string, folder: string) {
  const make = async (name: string, args: string[]) => {
    const file = path.join(folder, name);
    await run(ffmpeg, ['-nostdin', '-v', 'error', '-y', ...args, file]);
    return file;
  };
  const toneInput = (seconds: number, sampleRate = 44_100) => [
    ...['-f', 'lavfi', '-i', `sine=${TONE_HZ}:r=${sampleRate}:d=${seconds}`],
  ];
  const videoInput = (seconds: number) => ['-f', 'lavfi', '-i', `testsrc=s=160x120:r=5:d=${seconds}`];
  return { make, toneInput, videoInput };
}
