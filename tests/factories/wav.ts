const HEADER_BYTES = 44;

export interface WavShape {
  samplesPerSecond?: number;
  bytesPerSample?: number;
  /** Length of the samples that the header states. */
  statedBytes?: number;
}

/** A WAV file of mono PCM samples; 16 kHz and 16 bits by default. */
export function wav(samples: Buffer, shape: WavShape = {}): Buffer<ArrayBuffer> {
  const { samplesPerSecond = 16_000, bytesPerSample = 2, statedBytes = samples.length } = shape;
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('RIFF', 0);
  header.writeUInt32LE(HEADER_BYTES - 8 + statedBytes, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(samplesPerSecond, 24);
  header.writeUInt32LE(samplesPerSecond * bytesPerSample, 28);
  header.writeUInt16LE(bytesPerSample, 32);
  header.writeUInt16LE(bytesPerSample * 8, 34);
  header.write('data', 36);
  header.writeUInt32LE(statedBytes, 40);
  return Buffer.concat([header, samples]);
}

/** A recording of silence. */
export function silentWav(seconds: number, samplesPerSecond = 16_000): Buffer<ArrayBuffer> {
  return wav(Buffer.alloc(seconds * samplesPerSecond * 2), { samplesPerSecond });
}
